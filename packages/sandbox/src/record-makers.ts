/** Makes webhooks and sender profiles directly: the API has no operation for it. */
import { randomUUID } from 'node:crypto';
import type { Dialect } from './dialect/dialect.ts';
import type { Control } from './http/control-routes.ts';
import type { Caller } from './records.ts';
import type { Sandbox } from './sandbox-options.ts';
import type { Account } from './store/store.ts';
import type { World } from './world.ts';

type Fields = ReadonlyMap<string, string | null>;
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
    createWebhook: (account, webhook) =>
      makeWebhook(world, ownerOf(accounts[account]), new Map(Object.entries(webhook))),
    createSenderProfile: (account, profile) =>
      makeSenderProfile(world, ownerOf(accounts[account]), new Map(Object.entries(profile))),
    forCaller: {
      createWebhook: (caller, fields) => makeWebhook(world, caller, fields),
      createSenderProfile: (caller, fields) => makeSenderProfile(world, caller, fields),
    },
  };
}

function makeWebhook(world: World, { accountId }: Owner, fields: Fields): string {
  const uuid = randomUUID();
  world.store.webhooks.insert({
    uuid,
    accountId,
    event: fields.get('event') ?? '',
    requestMethod: fields.get('request_method') ?? '',
    targetUrl: fields.get('target_url') ?? '',
    name: fields.get('name') ?? null,
    deliveryCount: 0,
    createdAt: world.now(),
  });
  return shownUuid(uuid, world.dialect);
}

function makeSenderProfile(world: World, { accountId, teamId, userId }: Owner, fields: Fields): string {
  const uuid = randomUUID();
  const now = world.now();
  world.store.senderProfiles.insert({
    uuid,
    accountId,
    teamId,
    userId,
    linkedinServerId: null,
    linkedinBrowserUuid: null,
    linkedinAccountUuid: null,
    mailboxUuid: null,
    assigneeUserId: null,
    firstName: fields.get('first_name') ?? '',
    lastName: fields.get('last_name') ?? '',
    label: fields.get('label') ?? null,
    status: 'enabled',
    schedule: null,
    createdAt: now,
    updatedAt: now,
  });
  return shownUuid(uuid, world.dialect);
}

function ownerOf({ id, teamId, userIds }: Account): Owner {
  return { accountId: id, teamId, userId: userIds[0] ?? 0 };
}
