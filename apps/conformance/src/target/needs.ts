/** Whether the target file meets what experiments need. */
import type { Provided } from '@outreach-api/engine';
import { isLoopback } from '@outreach-api/wire/loopback';
import { allNeeds, type Need } from '../rules/needs.ts';
import { spareOf } from './spare-budgets.ts';
import type { Target } from './target.ts';

const met: Readonly<Record<Need, (target: Target) => boolean>> = {
  createApiKeys: ({ allow }) => allow.createApiKeys > 0,
  deliveries: (target) => target.allow.deliveries > 0 && receiverCanBeReached(target),
  updates: ({ allow }) => allow.updates,
  deletes: ({ allow }) => allow.deletes,
  flood: ({ allow }) => allow.flood > 0,
  forgedCredentials: ({ allow }) => allow.forgedCredentials,
  otherAccountToken: ({ otherAccountToken }) => otherAccountToken !== null,
  expiredToken: ({ expiredToken }) => expiredToken !== null,
  senderProfile: ({ fixtures, provision }) => fixtures.senderProfiles.length > 0 || provision !== null,
  twoSenderProfiles: ({ fixtures, provision }) => fixtures.senderProfiles.length > 1 || provision !== null,
  disposableWebhook: ({ fixtures, provision }) =>
    fixtures.disposableWebhooks.length > 0 || provision !== null,
  disposableSenderProfile: ({ fixtures, provision }) =>
    fixtures.disposableSenderProfiles.length > 0 || provision !== null,
  newWebhook: ({ provision }) => provision !== null,
  newSenderProfile: ({ provision, allow }) => provision !== null && allow.deletes,
};

const wanted: Readonly<Record<Need, string>> = {
  createApiKeys: '`allow.createApiKeys` of 1 or more',
  deliveries:
    '`allow.deliveries` of 1 or more (with `receiver.publicUrl`, if the target is not on this machine)',
  updates: '`allow.updates: true`',
  deletes: '`allow.deletes: true`',
  flood: '`allow.flood` with a number of requests',
  forgedCredentials: '`allow.forgedCredentials` not to be false',
  otherAccountToken: '`otherAccountToken`',
  expiredToken: '`expiredToken`',
  senderProfile: 'a uuid in `fixtures.senderProfiles` (or `provision`)',
  twoSenderProfiles: 'two uuids in `fixtures.senderProfiles` (or `provision`)',
  disposableWebhook: 'a uuid in `fixtures.disposableWebhooks` (or `provision`)',
  disposableSenderProfile: 'a uuid in `fixtures.disposableSenderProfiles` (or `provision`)',
  newWebhook: '`provision` with `createWebhook`',
  newSenderProfile: '`provision` with `createSenderProfile`, and `allow.deletes: true`',
};

/** Whoever meets the first need meets the second one, too. */
const included: readonly (readonly [Need, Need])[] = [
  ['twoSenderProfiles', 'senderProfile'],
  ['newWebhook', 'disposableWebhook'],
  ['newSenderProfile', 'disposableSenderProfile'],
];

const inShort: Readonly<Record<Need, string>> = {
  createApiKeys: 'permission to create API keys',
  deliveries: 'permission to request webhook calls',
  updates: 'permission to update',
  deletes: 'permission to delete',
  flood: 'permission for a flood',
  forgedCredentials: 'permission to try forged credentials',
  otherAccountToken: 'a second account',
  expiredToken: 'an expired key',
  senderProfile: 'a sender profile',
  twoSenderProfiles: 'two sender profiles',
  disposableWebhook: 'a webhook that may be deleted',
  disposableSenderProfile: 'a sender profile that may be deleted',
  newWebhook: 'a module that creates webhooks',
  newSenderProfile: 'a module that creates sender profiles, and permission to delete',
};

/** The needs that the target file does not meet, in the order in which they are reported. */
export function unmetNeeds(needs: readonly Need[], target: Target): readonly Need[] {
  const unmet = new Set(needs.filter((need) => !met[need](target)));
  for (const [stronger, weaker] of included) if (unmet.has(stronger)) unmet.delete(weaker);
  return allNeeds.filter((need) => unmet.has(need));
}

/** The needs that the target file does not meet, in its own words. */
export function missing(needs: readonly Need[], target: Target): string[] {
  return unmetNeeds(needs, target).map((need) => wanted[need]);
}

/** What the target's owner allows and provides, as far as planning needs to know. */
export function providedBy(target: Target): Provided<Need> {
  const { createApiKeys, deliveries } = target.allow;
  return {
    allow: { createApiKeys, deliveries },
    spare: spareOf(target.allow),
    missing: (needs) => missing(needs, target),
    wants: (needs) => unmetNeeds(needs, target).map((need) => inShort[need]),
  };
}

/** A need in the words of the target file. */
export function needInWords(need: Need): string {
  return wanted[need];
}

/** Whether a need is met by the target file. */
export function isMet(need: Need, target: Target): boolean {
  return met[need](target);
}

/** Whether the target can reach the receiver of webhook calls, as far as the target file says. */
export function receiverCanBeReached({ baseUrl, receiver }: Target): boolean {
  return (
    receiver.publicUrl !== null ||
    isLoopback(new URL(baseUrl).hostname) ||
    !isLoopback(receiverHost(receiver.listen))
  );
}

function receiverHost(listen: string): string {
  return listen.slice(0, listen.lastIndexOf(':'));
}
