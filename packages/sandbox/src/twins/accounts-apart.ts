/**
 * Twins that keep accounts apart only in the usual case: not under every filter, nor for every key (Authentication).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall, Call } from '../call.ts';
import type { Condition } from '../filter/filter.ts';
import type { StoredKey } from '../records.ts';
import type { World } from '../world.ts';
import { compares, isFiltered, newKeys } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { sentIn } from './new-keys.ts';
import type { TwinDefinition } from './twin.ts';
import { defineTwins } from './twin.ts';
import { listsAlso, profilesOfAll, webhooksOfAll } from './what-the-service-does.ts';

/** Whether a call updates only the label of a profile. */
function isRelabelling(call: Call): boolean {
  return call.operation === 'senderProfiles.update' && Object.keys(sentIn(call)).join(', ') === 'label';
}

/** Uses a broken behaviour for some calls, and the right one for all others. */
function onlyWhere(
  isBroken: (call: AdmittedCall) => boolean,
  right: Behaviour,
  broken: Behaviour,
): Pick<Behaviour, 'listing' | 'findSenderProfile' | 'findWebhook'> {
  return {
    listing: (call) => (isBroken(call) ? broken : right).listing(call),
    findSenderProfile: (uuid, call) => (isBroken(call) ? broken : right).findSenderProfile(uuid, call),
    findWebhook: (uuid, call) => (isBroken(call) ? broken : right).findWebhook(uuid, call),
  };
}

/** A twin that lists the webhooks of all accounts under filters of some kind. */
function forgetsUnder(which: (condition: Condition, field: string) => boolean): TwinDefinition {
  return {
    breaks: 'TEAM-01',
    also: everyFilter,
    needs: ['otherAccountToken', 'filters'],
    twist: (right, world) => {
      const isBroken = (call: AdmittedCall): boolean => {
        const filter = right.filter(call);
        return filter.ok && filter.value?.some(({ condition, field }) => which(condition, field)) === true;
      };
      return {
        ...right,
        ...onlyWhere(
          isBroken,
          right,
          listsAlso(right, world, (others) => others),
        ),
      };
    },
  };
}

/** A twin that is broken for callers whose key was created while it runs. */
function forNewKeys(
  breaks: 'TEAM-01' | 'TEAM-02',
  broken: (right: Behaviour, world: World) => Behaviour,
  { needs = [], where = () => true }: NewKeyDefect = {},
): TwinDefinition {
  return {
    breaks,
    needs: ['otherAccountToken', 'createApiKeys', ...needs],
    twist: (right, world) => {
      const { keeping, isNew } = newKeys(right);
      const owner = world.store.accounts()[0]?.id;
      const isBroken = (call: AdmittedCall): boolean =>
        call.caller.accountId !== owner && isNew(call) && where(right, call);
      return { ...keeping, ...onlyWhere(isBroken, right, broken(right, world)) };
    },
  };
}

interface NewKeyDefect {
  readonly needs?: TwinDefinition['needs'];
  readonly where?: (right: Behaviour, call: AdmittedCall) => boolean;
}

/** Waits for a concurrent request to meet this one: some turns of the event loop, however long each takes. */
async function meeting(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await sleep(5);
}

export const accountsApartTwins = defineTwins({
  'keys-of-two-accounts-at-the-same-time-are-of-one-team': {
    breaks: 'KEY-10',
    needs: ['otherAccountToken', 'createApiKeys'],
    under: { keyTeam: 'shown' },
    twist: (right) => {
      let teamId = 0;
      return {
        ...right,
        newKey: async (name, call) => {
          ({ teamId } = call.caller);
          await meeting();
          return { ...(await right.newKey(name, call)), teamId };
        },
      };
    },
  },
  'keys-of-two-accounts-at-the-same-time-share-their-jti': {
    breaks: 'KEY-07',
    also: ['KEY-05'],
    needs: ['otherAccountToken', 'createApiKeys'],
    twist: (right) => {
      let latest: StoredKey | null = null;
      return {
        ...right,
        newKey: async (name, call) => {
          const key = await right.newKey(name, call);
          const isOfAnother = latest !== null && latest.accountId !== key.accountId;
          const { jti } = isOfAnother && latest !== null ? latest : key;
          latest = { ...key, jti };
          await meeting();
          latest = null;
          return { ...key, jti };
        },
      };
    },
  },
  'other-account-may-relabel': {
    breaks: 'TEAM-02',
    needs: ['otherAccountToken', 'updates'],
    twist: (right, world) => ({
      ...right,
      ...onlyWhere(isRelabelling, right, profilesOfAll(right, world, ['senderProfiles.update'])),
    }),
  },
  'list-is-of-the-team-that-its-query-names': {
    breaks: 'TEAM-01',
    needs: ['otherAccountToken'],
    under: { unknownQuery: 'ignored' },
    twist: (right, world) => ({
      ...right,
      ...onlyWhere(
        ({ caller, query }) =>
          world.store
            .accounts()
            .some(({ id, teamId }) => id !== caller.accountId && query.get('team_id') === String(teamId)),
        right,
        listsAlso(right, world, (others) => others),
      ),
    }),
  },
  'new-key-ends-those-of-another-account': {
    breaks: 'AUTH-05',
    needs: ['otherAccountToken', 'createApiKeys'],
    twist: (right, { store }) => {
      const made: StoredKey[] = [];
      return {
        ...right,
        keepKey: (issued, call) => {
          right.keepKey(issued, call);
          const { accountId } = issued.key;
          for (const key of made) if (key.accountId !== accountId) store.keys.revoke(key.jti);
          made.push(issued.key);
        },
      };
    },
  },
  'filter-by-operator-forgets-the-account': forgetsUnder(({ form }) => form === 'comparison'),
  'filter-by-difference-forgets-the-account': forgetsUnder(compares('!=', '<>')),
  'filter-by-order-forgets-the-account': forgetsUnder(compares('<', '<=', '>', '>=')),
  'filter-by-array-forgets-the-account': forgetsUnder(({ form }) => form === 'array'),
  'filter-by-not-null-forgets-the-account': forgetsUnder(({ form }) => form === 'not-null'),
  'filter-on-method-forgets-the-account': forgetsUnder((_, field) => field === 'request_method'),
  'new-key-of-another-account-lists-all': {
    ...forNewKeys('TEAM-01', (right, world) => listsAlso(right, world, (others) => others)),
    // Otherwise, as far as can be seen, the key may belong to this team.
    under: { keyTeam: 'shown' },
  },
  'new-key-of-another-account-lists-all-under-a-filter': {
    ...forNewKeys('TEAM-01', (right, world) => listsAlso(right, world, (others) => others), {
      needs: ['filters'],
      where: isFiltered,
    }),
  },
  'new-key-of-another-account-may-read-profiles': forNewKeys('TEAM-02', (right, world) =>
    profilesOfAll(right, world, ['senderProfiles.get']),
  ),
  'new-key-of-another-account-may-update-profiles': forNewKeys(
    'TEAM-02',
    (right, world) => profilesOfAll(right, world, ['senderProfiles.update']),
    { needs: ['updates'] },
  ),
  'new-key-of-another-account-may-delete-profiles': forNewKeys(
    'TEAM-02',
    (right, world) => profilesOfAll(right, world, ['senderProfiles.delete']),
    { needs: ['deletes'] },
  ),
  'new-key-of-another-account-may-delete-webhooks': forNewKeys('TEAM-02', webhooksOfAll, {
    needs: ['deletes'],
  }),
});
