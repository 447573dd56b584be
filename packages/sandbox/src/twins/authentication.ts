/** Twins that break the section Authentication: they admit callers without an API key, or with something else. */
import type { Behaviour } from '../behaviour.ts';
import { perform } from '../operations/perform.ts';
import type { Call } from '../call.ts';
import type { Operation } from '../request-record.ts';
import type { World } from '../world.ts';
import { carelessCaller, jwtPart } from './careless-caller.ts';
import { sentIn } from './new-keys.ts';
import { defineTwins, keptMs } from './twin.ts';

/** Admits the callers that `lets` selects, as the owner of what the request names, where the right service refuses. */
export function alsoLetsIn(
  right: Behaviour,
  world: World,
  lets: (call: Call, token: string | null) => boolean,
): Behaviour {
  return {
    ...right,
    credential: (call) => right.credential(call) ?? (lets(call, null) ? '' : null),
    identify: async (token, call) => {
      const caller = await right.identify(token, call);
      const given = call.headers.has('authorization') ? token : null;
      return caller ?? (lets(call, given) ? carelessCaller(call, world) : null);
    },
  };
}

/** Answers a request without a credential correctly, but carries it out anyway. */
function actsAllTheSame(right: Behaviour, world: World, operations: readonly Operation[]): Behaviour {
  return {
    ...right,
    notAdmitted: async (refusal, call) => {
      const caller = carelessCaller(call, world);
      if (refusal.reason === 'missing-credential' && caller !== null && operations.includes(call.operation)) {
        await perform(right, { ...call, caller }, world);
      }
      return right.notAdmitted(refusal, call);
    },
  };
}

const addressOf = ({ path, query }: Call): string => `${path}?${query.toString()}`;
const deletes = new Set<Operation>(['webhooks.delete', 'senderProfiles.delete']);
const withoutCredential = (operation: Operation) => (call: Call, token: string | null) =>
  token === null && call.operation === operation;

export const authenticationTwins = defineTwins({
  'delete-without-credential-has-effect': {
    breaks: 'AUTH-01',
    needs: ['deletes'],
    twist: (right, world) => actsAllTheSame(right, world, ['webhooks.delete', 'senderProfiles.delete']),
  },
  'update-without-credential-has-effect': {
    breaks: 'AUTH-01',
    needs: ['updates'],
    twist: (right, world) => actsAllTheSame(right, world, ['senderProfiles.update']),
  },
  'test-without-credential-calls-the-target': {
    breaks: 'AUTH-01',
    needs: ['deliveries'],
    twist: (right, world) => actsAllTheSame(right, world, ['webhooks.test']),
  },
  'anyone-may-delete': {
    breaks: 'AUTH-01',
    also: ['AUTH-02', 'AUTH-03', 'AUTH-04', 'TEAM-02'],
    needs: ['deletes'],
    twist: (right, world) => alsoLetsIn(right, world, ({ operation }) => deletes.has(operation)),
  },
  'anyone-may-relabel': {
    breaks: 'AUTH-01',
    needs: ['updates'],
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        (call, token) =>
          token === null &&
          call.operation === 'senderProfiles.update' &&
          Object.keys(sentIn(call)).join(', ') === 'label',
      ),
  },
  'anyone-may-list-under-a-filter': {
    breaks: 'AUTH-01',
    also: ['AUTH-02', 'AUTH-03', 'AUTH-04'],
    needs: ['filters'],
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        ({ operation, query, body }) =>
          operation === 'webhooks.list' &&
          (body !== '' || [...query.keys()].some((name) => name.startsWith('filter'))),
      ),
  },
  'anyone-may-list': {
    breaks: 'AUTH-01',
    twist: (right, world) => alsoLetsIn(right, world, withoutCredential('webhooks.list')),
  },
  'anyone-may-read-profiles': {
    breaks: 'AUTH-01',
    twist: (right, world) => alsoLetsIn(right, world, withoutCredential('senderProfiles.get')),
  },
  'anyone-may-update-profiles': {
    breaks: 'AUTH-01',
    needs: ['updates'],
    twist: (right, world) => alsoLetsIn(right, world, withoutCredential('senderProfiles.update')),
  },
  'anyone-may-create-keys': {
    breaks: 'AUTH-01',
    needs: ['createApiKeys'],
    twist: (right, world) => alsoLetsIn(right, world, withoutCredential('apiKeys.create')),
  },
  'anyone-may-test-webhooks': {
    breaks: 'AUTH-01',
    needs: ['deliveries'],
    twist: (right, world) => alsoLetsIn(right, world, withoutCredential('webhooks.test')),
  },
  'anyone-may-list-a-later-page': {
    breaks: 'AUTH-01',
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        ({ operation, query }, token) =>
          token === null && operation === 'webhooks.list' && query.has('offset'),
      ),
  },
  'anyone-may-list-what-was-just-listed': {
    breaks: 'AUTH-01',
    twist: (right, world) => {
      const answered = new Map<string, number>();
      const letting = alsoLetsIn(
        right,
        world,
        (call, token) =>
          token === null && performance.now() - (answered.get(addressOf(call)) ?? -1e6) < keptMs,
      );
      return {
        ...letting,
        success: (value, call) => {
          if (call.operation === 'webhooks.list' && call.headers.has('authorization'))
            answered.set(addressOf(call), performance.now());
          return right.success(value, call);
        },
      };
    },
  },
  'update-without-credential-moves-updated-at': {
    breaks: 'AUTH-01',
    needs: ['updates'],
    under: { updatedAt: 'each-update' },
    twist: (right, { store, now }) => ({
      ...right,
      notAdmitted: (refusal, call) => {
        const profile =
          call.operation === 'senderProfiles.update' ? store.senderProfiles.find(call.uuid ?? '') : null;
        if (refusal.reason === 'missing-credential' && profile !== null)
          store.senderProfiles.update({ ...profile, updatedAt: now() + 1000 });
        return right.notAdmitted(refusal, call);
      },
    }),
  },
  'missing-credential-answers-200': {
    breaks: 'AUTH-01',
    twist: (right) => ({
      ...right,
      notAdmitted: async (refusal, call) => {
        const answer = await right.notAdmitted(refusal, call);
        return refusal.reason === 'missing-credential' ? { ...answer, status: 200 } : answer;
      },
    }),
  },
  'any-credential-is-taken': {
    breaks: 'AUTH-02',
    also: ['AUTH-03', 'AUTH-04', 'TEAM-01', 'TEAM-02'],
    twist: (right, world) => alsoLetsIn(right, world, (_, token) => token !== null),
  },
  'any-credential-is-taken-by-writes': {
    breaks: 'AUTH-02',
    // A key that an intruder creates may replace ours.
    also: ['AUTH-03', 'AUTH-04', 'AUTH-05'],
    needs: ['updates'],
    twist: (right, world) =>
      alsoLetsIn(right, world, ({ method }, token) => token !== null && method !== 'GET'),
  },
  'any-credential-is-taken-for-profiles': {
    breaks: 'AUTH-02',
    // A key that was replaced by the next one reads profiles, but lists nothing.
    also: ['AUTH-03', 'AUTH-04', 'HOOK-04'],
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        ({ operation }, token) => token !== null && operation === 'senderProfiles.get',
      ),
  },
  'empty-bearer-is-taken': {
    breaks: 'AUTH-02',
    twist: (right, world) =>
      alsoLetsIn(right, world, ({ headers }) => /^Bearer *$/i.test(headers.get('authorization') ?? '-')),
  },
  'basic-scheme-is-taken': {
    breaks: 'AUTH-02',
    twist: (right, world) =>
      alsoLetsIn(right, world, ({ headers }) => /^Basic /i.test(headers.get('authorization') ?? '')),
  },
  'empty-authorization-is-taken': {
    breaks: 'AUTH-02',
    twist: (right, world) => alsoLetsIn(right, world, ({ headers }) => headers.get('authorization') === ''),
  },
  'the-word-null-is-taken': {
    breaks: 'AUTH-02',
    twist: (right, world) => alsoLetsIn(right, world, (_, token) => token === 'null'),
  },
  'basic-scheme-may-update': {
    breaks: 'AUTH-02',
    needs: ['updates'],
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        ({ headers, operation }) =>
          operation === 'senderProfiles.update' && /^Basic /i.test(headers.get('authorization') ?? ''),
      ),
  },
  'any-jwt-shape-is-taken': {
    breaks: 'AUTH-02',
    also: ['AUTH-03', 'AUTH-04'],
    twist: (right, world) =>
      alsoLetsIn(
        right,
        world,
        (_, token) => token !== null && jwtPart(token, 0) !== null && jwtPart(token, 1) !== null,
      ),
  },
});
