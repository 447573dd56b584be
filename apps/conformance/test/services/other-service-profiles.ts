/** Reads, updates and deletes sender profiles of the other service. */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import {
  further,
  stamp,
  type OtherAccount,
  type OtherProfile,
  type OtherState,
  type Reply,
} from './other-service-state.ts';

/** What an update changes. */
type Changes = Partial<Pick<OtherProfile, 'first_name' | 'last_name' | 'label'>>;

let underWay = 0;

/** Get a sender profile. */
export function getProfile(state: OtherState, account: OtherAccount, id: string): Reply {
  const profile = account.profiles.get(id.toUpperCase());
  return profile === undefined
    ? missing(state, account, id)
    : { status: 200, json: shown(state, account, profile) };
}

/** Update a sender profile. */
export async function updateProfile(
  state: OtherState,
  account: OtherAccount,
  id: string,
  body: JsonObject,
): Promise<Reply> {
  const uuid = id.toUpperCase();
  const { behaviour, fault } = state;
  const ghost = fault === 'a deleted profile can be updated' ? account.gone.get(uuid) : undefined;
  const profile = account.profiles.get(uuid) ?? ghost ?? null;
  if (profile === null) return missing(state, account, id);
  const changes = changesIn(body);
  if (changes === null) return { status: behaviour.refusals.malformed, text: 'no' };
  if (changes.label === undefined && behaviour.omittedLabel === 'cleared') changes.label = null;
  const setsBack = fault === 'a new label sets updated_at back' && Object.keys(body).join(',') === 'label';
  const updated = setsBack ? profile.made : Date.now();
  const json = shown(state, account, { ...profile, ...changes, updated });
  await store(profile, { ...changes }, updated, fault === 'updates that meet are mixed');
  if (fault === 'a stored name is cut at 32')
    profile.first_name = Array.from(profile.first_name).slice(0, 32).join('');
  return { status: behaviour.statuses.update, json };
}

/** Delete a sender profile. */
export function deleteProfile(state: OtherState, account: OtherAccount, id: string): Reply {
  const uuid = id.toUpperCase();
  const profile = account.profiles.get(uuid);
  if (profile === undefined) return missing(state, account, id);
  account.profiles.delete(uuid);
  account.gone.set(uuid, profile);
  return { status: state.behaviour.statuses.profileDeleted, json: 'gone' };
}

async function store(profile: OtherProfile, changes: Changes, updated: number, torn: boolean): Promise<void> {
  const { first_name, ...others } = changes;
  if (first_name !== undefined) profile.first_name = first_name;
  if (torn) {
    underWay += 1;
    // The first to arrive is the last to finish.
    await wait(underWay > 1 ? 2 : 40);
    underWay -= 1;
  }
  Object.assign(profile, others, { updated });
}

function changesIn(body: JsonObject): Changes | null {
  const { first_name, last_name, label, schedule } = body;
  const changes: Changes = {};
  if (typeof first_name === 'string') changes.first_name = first_name;
  else if (first_name !== undefined) return null;
  if (typeof last_name === 'string') changes.last_name = last_name;
  else if (last_name !== undefined) return null;
  if (typeof label === 'string' || label === null) changes.label = label;
  else if (label !== undefined) return null;
  return schedule === undefined || isRecord(schedule) ? changes : null;
}

function missing({ behaviour }: OtherState, account: OtherAccount, id: string): Reply {
  return { status: account.gone.has(id.toUpperCase()) ? behaviour.refusals.gone : 404, text: 'nothing here' };
}

function shown(state: OtherState, { team, user }: OtherAccount, profile: OtherProfile): JsonObject {
  const { uuid, first_name, last_name, label, made, updated } = profile;
  return {
    ...further(state),
    status: 'on holiday',
    updated_at: stamp(updated),
    created_at: stamp(made),
    label,
    last_name,
    first_name,
    assignee_user_id: null,
    mailbox_uuid: null,
    linkedin_account_uuid: 'li-1',
    linkedin_browser_uuid: null,
    linkedin_server_id: 3,
    user_id: user,
    team_id: team,
    uuid,
  };
}
