/** Twins that break "Resources belong to a team; an API key is bound to one team" (What the service does). */
import { jsonAnswer } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { AdmittedCall } from '../call.ts';
import type { ShownRecord } from '../records.ts';
import type { Operation } from '../request-record.ts';
import { listingOf } from '../window.ts';
import type { Behaviour } from '../behaviour.ts';
import type { World } from '../world.ts';
import { carelessCache } from './careless-cache.ts';
import { defineTwins } from './twin.ts';

/** Finds sender profiles in all accounts for some operations. */
export function profilesOfAll(
  right: Behaviour,
  { store }: World,
  operations: readonly Operation[],
): Behaviour {
  return {
    ...right,
    findSenderProfile: (uuid, call) =>
      anyAccount(uuid, call, operations, right.findSenderProfile, (id) => store.senderProfiles.find(id)),
  };
}

function anyAccount<T>(
  uuid: string,
  call: AdmittedCall,
  operations: readonly Operation[],
  rightly: (uuid: string, call: AdmittedCall) => Outcome<T>,
  find: (uuid: string) => T | null,
): Outcome<T> {
  const outcome = rightly(uuid, call);
  const found = outcome.ok || !operations.includes(call.operation) ? null : find(uuid);
  return found === null ? outcome : { ok: true, value: found };
}

/** Finds webhooks in all accounts for deletion. */
export function webhooksOfAll(right: Behaviour, { store }: World): Behaviour {
  return {
    ...right,
    findWebhook: (uuid, call) =>
      anyAccount(uuid, call, ['webhooks.delete'], right.findWebhook, (id) => store.webhooks.find(id)),
  };
}

/** The account's webhooks, and those of the other account that `also` picks. */
export function listsAlso(
  right: Behaviour,
  { store }: World,
  also: (records: readonly ShownRecord[], call: AdmittedCall) => readonly ShownRecord[],
): Behaviour {
  return {
    ...right,
    listing: (call) => {
      const own = right.listing(call);
      const others = store
        .accounts()
        .filter(({ id }) => id !== call.caller.accountId)
        .flatMap(({ id }) => store.webhooks.slice(id, 0, store.webhooks.count(id)))
        .map((webhook) => right.webhookRecord(webhook));
      return listingOf([...own.slice(0, own.total), ...also(others, call)]);
    },
  };
}

const otherAccount = { needs: ['otherAccountToken'] } as const;

export const whatTheServiceDoesTwins = defineTwins({
  'list-shows-all-accounts': {
    breaks: 'TEAM-01',
    ...otherAccount,
    twist: (right, world) => listsAlso(right, world, (others) => others),
  },
  'list-shows-one-webhook-of-another-account': {
    breaks: 'TEAM-01',
    ...otherAccount,
    twist: (right, world) => listsAlso(right, world, (others) => others.slice(0, 1)),
  },
  'list-shows-the-newest-of-all-accounts': {
    breaks: 'TEAM-01',
    ...otherAccount,
    twist: (right, world) => listsAlso(right, world, (others) => others.slice(-2)),
  },
  'list-is-kept-for-whoever-asks-next': {
    breaks: 'TEAM-01',
    ...otherAccount,
    twist: (right, { store }) => {
      const kept = carelessCache<object>();
      return {
        ...right,
        success: (value, call) => {
          if (call.operation !== 'webhooks.list') return right.success(value, call);
          const asked = `${call.query.toString()} ${call.body}`;
          if (call.caller.accountId === store.accounts()[0]?.id) {
            kept.put(asked, value);
            return right.success(value, call);
          }
          const known = kept.get(asked);
          return right.success(known === undefined ? value : { ...known }, call);
        },
      };
    },
  },
  'filter-forgets-the-account': {
    breaks: 'TEAM-01',
    also: ['FILT-01', 'FILT-02', 'FILT-03', 'FILT-04', 'FILT-05', 'FILT-06', 'FILT-07', 'FILT-08'],
    needs: ['otherAccountToken', 'filters'],
    twist: (right, world) => {
      const all = listsAlso(right, world, (others) => others);
      return {
        ...right,
        listing: (call) => {
          const filter = right.filter(call);
          return filter.ok && filter.value !== null ? all.listing(call) : right.listing(call);
        },
      };
    },
  },
  'other-account-may-read-profiles': {
    breaks: 'TEAM-02',
    ...otherAccount,
    twist: (right, world) => profilesOfAll(right, world, ['senderProfiles.get']),
  },
  'other-account-may-update-profiles': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'updates'],
    twist: (right, world) => profilesOfAll(right, world, ['senderProfiles.update']),
  },
  'other-account-may-delete-profiles': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'deletes'],
    twist: (right, world) => profilesOfAll(right, world, ['senderProfiles.delete']),
  },
  'other-account-may-delete-webhooks': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'deletes'],
    twist: webhooksOfAll,
  },
  'delete-by-another-account-is-refused-and-done': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'deletes'],
    twist: (right, { store }) => ({
      ...right,
      findWebhook: (uuid, call) => {
        const found = right.findWebhook(uuid, call);
        if (!found.ok) store.webhooks.delete(uuid);
        return found;
      },
    }),
  },
  'update-by-another-account-is-refused-and-done': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'updates'],
    twist: (right, { store }) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        const profile =
          found.ok || call.operation !== 'senderProfiles.update' ? null : store.senderProfiles.find(uuid);
        const update = profile === null ? null : right.update(JSON.parse(call.body));
        if (profile !== null && update?.ok === true)
          store.senderProfiles.update(right.updated(profile, update.value));
        return found;
      },
    }),
  },
  'refusal-to-another-account-names-the-person': {
    breaks: 'TEAM-02',
    ...otherAccount,
    twist: (right, { store }) => ({
      ...right,
      refusal: (refusal, call) => {
        const profile =
          call.operation === 'senderProfiles.get' ? store.senderProfiles.find(call.uuid ?? '') : null;
        const answer = right.refusal(refusal, call);
        return profile !== null && ['not-found', 'other-account'].includes(refusal.reason)
          ? jsonAnswer(answer.status, { error: `you may not see ${profile.firstName} ${profile.lastName}` })
          : answer;
      },
    }),
  },
  'update-by-another-account-moves-updated-at': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'updates'],
    under: { updatedAt: 'each-update' },
    twist: (right, { store, now }) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        const profile =
          found.ok || call.operation !== 'senderProfiles.update' ? null : store.senderProfiles.find(uuid);
        if (profile !== null) store.senderProfiles.update({ ...profile, updatedAt: now() + 1000 });
        return found;
      },
    }),
  },
  'refusal-to-another-account-shows-the-profile': {
    breaks: 'TEAM-02',
    ...otherAccount,
    twist: (right, { store }) => ({
      ...right,
      refusal: (refusal, call) => {
        const profile =
          call.operation === 'senderProfiles.get' ? store.senderProfiles.find(call.uuid ?? '') : null;
        const answer = right.refusal(refusal, call);
        const knownCaller = refusal.reason === 'not-found' || refusal.reason === 'other-account';
        return profile !== null && knownCaller
          ? jsonAnswer(answer.status, { error: 'not yours', record: right.senderProfileRecord(profile) })
          : answer;
      },
    }),
  },
});
