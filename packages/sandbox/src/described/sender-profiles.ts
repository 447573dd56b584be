/** Sender profiles: how they are shown, updated and deleted (sections Sender profile, Get, Update, Delete). */
import type { SenderProfile } from '@outreach-api/types';
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { SenderProfileBehaviour } from '../behaviour.ts';
import { dateText } from '../date-text.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { SenderProfileUpdate, ShownRecord, StoredSenderProfile } from '../records.ts';
import type { World } from '../world.ts';
import { findOwned } from './find-owned.ts';
import { pendingUpdates } from './pending-updates.ts';
import { bodyFields, textField } from './text-field.ts';
import { acceptedDelayMs } from './webhooks.ts';

const textProperties = new Map([
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['label', 'label'],
]);

/** Sender profiles as described. */
export function describedSenderProfiles(world: World): SenderProfileBehaviour {
  const { dialect, store } = world;
  const updated: SenderProfileBehaviour['updated'] = (profile, update) => changed(profile, update, world);
  const pending = pendingUpdates(world, updated, acceptedDelayMs);
  return {
    findSenderProfile: (uuid, { caller }) =>
      findOwned(uuid, caller, (id) => store.senderProfiles.find(id), dialect),
    senderProfileRecord: (profile) => senderProfileRecord(profile, dialect),
    update: (body) => updateFrom(body, dialect),
    updated,
    storeUpdate: (profile, update) => {
      if (dialect.successStatusOfUpdate === '202') return pending(profile, update);
      const next = updated(profile, update);
      store.senderProfiles.update(next);
      return next;
    },
    removeSenderProfile: ({ uuid }) => {
      if (dialect.successStatusOfDelete !== '202') store.senderProfiles.delete(uuid);
      else world.later(acceptedDelayMs, () => store.senderProfiles.delete(uuid));
    },
  };
}

function senderProfileRecord(profile: StoredSenderProfile, dialect: Dialect): ShownRecord {
  const upper = dialect.uuidCase === 'upper';
  const cased = (uuid: string): string => (upper ? uuid.toUpperCase() : uuid);
  const casedOrNull = (uuid: string | null): string | null => (uuid === null ? null : cased(uuid));
  const shown = {
    uuid: cased(profile.uuid),
    team_id: profile.teamId,
    linkedin_server_id: profile.linkedinServerId,
    linkedin_browser_uuid: casedOrNull(profile.linkedinBrowserUuid),
    linkedin_account_uuid: casedOrNull(profile.linkedinAccountUuid),
    mailbox_uuid: casedOrNull(profile.mailboxUuid),
    assignee_user_id: profile.assigneeUserId,
    first_name: profile.firstName,
    last_name: profile.lastName,
    label: profile.label,
    status: profile.status,
    user_id: profile.userId,
    created_at: dateText(profile.createdAt, dialect.dateFormat),
    updated_at: dateText(profile.updatedAt, dialect.dateFormat),
  } satisfies SenderProfile;
  const schedule: unknown = profile.schedule === null ? null : JSON.parse(profile.schedule);
  return {
    ...shown,
    ...(dialect.scheduleShown === 'shown' ? { schedule } : {}),
    ...(dialect.furtherFields === 'none' ? {} : { daily_limit: 40 }),
  };
}

function updateFrom(body: unknown, dialect: Dialect): Outcome<SenderProfileUpdate> {
  const fields = bodyFields(body, ['first_name', 'last_name', 'label', 'schedule'], dialect);
  if (!fields.ok) return fields;
  if (fields.value.size === 0 && dialect.emptyUpdate === 'refused') {
    return refused('invalid-body', 'name at least one field to update');
  }
  const update: SenderProfileUpdate =
    dialect.omittedOnUpdate === 'cleared' ? { firstName: '', lastName: '', label: null, schedule: null } : {};
  for (const [name, given] of fields.value) {
    const part = updateOfField(name, given, dialect);
    if (!part.ok) return part;
    Object.assign(update, part.value);
  }
  return accepted(update);
}

function updateOfField(name: string, given: unknown, dialect: Dialect): Outcome<SenderProfileUpdate> {
  if (name === 'schedule') {
    return typeof given === 'object' && !Array.isArray(given)
      ? accepted({ schedule: given === null ? null : JSON.stringify(given) })
      : refused('invalid-body', 'schedule must be an object');
  }
  if (name === 'label' && given === null) {
    if (dialect.labelNull === 'refused') return refused('invalid-body', 'label must be a string');
    return accepted(dialect.labelNull === 'stored' ? { label: null } : {});
  }
  const property = textProperties.get(name);
  if (property === undefined) return accepted({});
  const text = textField(name, given, dialect);
  return text.ok ? accepted({ [property]: text.value }) : text;
}

function changed(
  profile: StoredSenderProfile,
  update: SenderProfileUpdate,
  world: World,
): StoredSenderProfile {
  const next = { ...profile, ...update };
  const differs =
    next.firstName !== profile.firstName ||
    next.lastName !== profile.lastName ||
    next.label !== profile.label ||
    next.schedule !== profile.schedule;
  const { updatedAt } = world.dialect;
  const moves = updatedAt === 'each-update' || (updatedAt === 'on-change' && differs);
  return moves ? { ...next, updatedAt: Math.max(profile.updatedAt, world.now()) } : next;
}
