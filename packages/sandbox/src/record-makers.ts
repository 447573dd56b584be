/** Creates webhooks and sender profiles directly: the API has no operation for that. */
import type { SenderProfile } from '@outreach-api/types';
import type { Dialect } from './dialect/dialect.ts';
import { givenFields } from './given-fields.ts';
import type { Control } from './http/control-routes.ts';
import type { Caller } from './records.ts';
import type { Sandbox } from './sandbox-options.ts';
import type { Account } from './store/store.ts';
import type { World } from './world.ts';

type Owner = Omit<Caller, 'jti'>;

/** A stored uuid in the letter case of the dialect. */
export function shownUuid(uuid: string, dialect: Pick<Dialect, 'uuidCase'>): string {
  return dialect.uuidCase === 'upper' ? uuid.toUpperCase() : uuid;
}

/** Makers for the sandbox's own methods, and for the control routes. */
export function recordMakers(
  world: World,
  accounts: readonly [Account, Account],
): Pick<Sandbox, 'createWebhook' | 'createSenderProfile'> & {
  readonly forCaller: Pick<Control, 'createWebhook' | 'createSenderProfile'>;
} {
  return {
    createWebhook: (account, webhook) => makeWebhook(world, ownerOf(accounts, account), webhook),
    createSenderProfile: (account, profile) => makeSenderProfile(world, ownerOf(accounts, account), profile),
    forCaller: {
      createWebhook: (caller, fields) => makeWebhook(world, caller, fields),
      createSenderProfile: (caller, fields) => makeSenderProfile(world, caller, fields),
    },
  };
}

function makeWebhook(world: World, { accountId }: Owner, given: unknown): string {
  const fields = givenFields(given, ['event', 'request_method', 'target_url', 'name']);
  const uuid = world.newUuid();
  world.store.webhooks.insert({
    uuid,
    accountId,
    event: fields.text('event'),
    requestMethod: fields.text('request_method'),
    targetUrl: fields.text('target_url'),
    name: fields.textOrNull('name'),
    deliveryCount: 0,
    createdAt: world.now(),
  });
  return shownUuid(uuid, world.dialect);
}

const profileFields = [
  'first_name',
  'last_name',
  'label',
  'status',
  'mailbox_uuid',
  'linkedin_server_id',
  'linkedin_browser_uuid',
  'linkedin_account_uuid',
  'assignee_user_id',
] as const satisfies readonly (keyof SenderProfile)[];

function makeSenderProfile(world: World, { accountId, teamId, userId }: Owner, given: unknown): string {
  const fields = givenFields(given, profileFields);
  const uuid = world.newUuid();
  const now = world.now();
  world.store.senderProfiles.insert({
    uuid,
    accountId,
    teamId,
    userId,
    linkedinServerId: fields.integerOrNull('linkedin_server_id'),
    linkedinBrowserUuid: fields.textOrNull('linkedin_browser_uuid'),
    linkedinAccountUuid: fields.textOrNull('linkedin_account_uuid'),
    mailboxUuid: fields.textOrNull('mailbox_uuid'),
    assigneeUserId: fields.integerOrNull('assignee_user_id'),
    firstName: fields.text('first_name'),
    lastName: fields.text('last_name'),
    label: fields.textOrNull('label'),
    status: fields.text('status', 'enabled'),
    schedule: null,
    createdAt: now,
    updatedAt: now,
  });
  return shownUuid(uuid, world.dialect);
}

function ownerOf(accounts: readonly Account[], index: number): Owner {
  const account = accounts[index];
  if (account === undefined) throw new TypeError(`there is no account ${index}; the accounts are 0 and 1`);
  const { id, teamId, userIds } = account;
  return { accountId: id, teamId, userId: userIds[0] ?? 0 };
}
