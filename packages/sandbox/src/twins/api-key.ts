/** Twins that break the section API key: the JWT, its claims, its lifetime, and where it is shown. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt, SignJWT } from 'jose';
import { jsonAnswer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { StoredKey } from '../records.ts';
import type { World } from '../world.ts';
import { changedKey, changedSuccess } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that issues its keys in another form, and accepts them in it. */
function handsOut(form: (token: string) => string): TwinDefinition['twist'] {
  return (right) => {
    const tokens = new Map<string, string>();
    return {
      ...right,
      sign: async (key) => {
        const token = await right.sign(key);
        const handed = form(token);
        tokens.set(handed, token);
        return handed;
      },
      keepKey: ({ key, token }, call) => {
        right.keepKey({ key, token: tokens.get(token) ?? token }, call);
      },
      identify: (token, call) => right.identify(tokens.get(token) ?? token, call),
    };
  };
}

/** A twin whose keys have another lifetime. */
function lives(lifetime: (createdAt: number) => number): TwinDefinition['twist'] {
  return (right) => changedKey(right, ({ createdAt }) => ({ expiresAt: lifetime(createdAt) }));
}

/** Re-signs a key with changed claims. */
export function changedClaims(
  right: Behaviour,
  world: World,
  change: (claims: Record<string, unknown>) => object,
): Behaviour {
  return {
    ...right,
    sign: async (key) => {
      const claims = decodeJwt(await right.sign(key));
      return new SignJWT({ ...claims, ...change(claims) })
        .setProtectedHeader({ alg: world.key.algorithm, typ: 'JWT' })
        .sign(world.key.sign);
    },
  };
}

/** Remembers the most recently created token. */
function remembersToken(right: Behaviour): {
  readonly last: () => string | null;
  readonly keeping: Behaviour;
} {
  let last: string | null = null;
  return {
    last: () => last,
    keeping: {
      ...right,
      keepKey: (issued, call) => {
        right.keepKey(issued, call);
        last = issued.token;
      },
    },
  };
}

const needs = ['createApiKeys'] as const;
const exp = { needs, under: { jwtExp: 'present' } } as const;
const jti = { needs, under: { jwtJti: 'present' } } as const;
const day = 86_400_000;

export const apiKeyTwins = defineTwins({
  'last-token-is-opaque': {
    breaks: 'KEY-04',
    needs,
    twist: handsOut(() => randomBytes(32).toString('hex')),
  },
  'last-token-lacks-its-signature': {
    breaks: 'KEY-04',
    also: ['AUTH-03'],
    needs,
    twist: handsOut((token) => token.split('.').slice(0, 2).join('.')),
  },
  'last-token-has-a-prefix': {
    breaks: 'KEY-04',
    needs,
    twist: handsOut((token) => `ok_live.${token}`),
  },
  'last-token-has-no-json-inside': {
    breaks: 'KEY-04',
    needs,
    twist: handsOut(() => `${randomBytes(12).toString('hex')}.${randomBytes(24).toString('hex')}.c2ln`),
  },
  'jti-claim-is-another': {
    breaks: 'KEY-05',
    ...jti,
    twist: (right, world) => changedClaims(right, world, () => ({ jti: randomBytes(8).toString('hex') })),
  },
  'jti-claim-is-cut': {
    breaks: 'KEY-05',
    ...jti,
    twist: (right, world) =>
      changedClaims(right, world, ({ jti: own }) => ({ jti: String(own).slice(0, -1) })),
  },
  'jti-claim-is-a-number': {
    breaks: 'KEY-05',
    ...jti,
    twist: (right, world) =>
      changedClaims(
        changedKey(right, () => ({ jti: String(10 ** 9 + randomBytes(4).readUInt32BE()) })),
        world,
        ({ jti: own }) => ({ jti: Number(own) }),
      ),
  },
  'key-lives-3-months': { breaks: 'KEY-06', ...exp, twist: lives((from) => from + 91 * day) },
  'key-lives-3-times-360-days': { breaks: 'KEY-06', ...exp, twist: lives((from) => from + 1080 * day) },
  'key-lives-30-years': { breaks: 'KEY-06', ...exp, twist: lives((from) => from + 10_957 * day) },
  'key-lives-a-week-too-long': { breaks: 'KEY-06', ...exp, twist: lives((from) => from + 1103 * day) },
  'exp-is-in-milliseconds': {
    breaks: 'KEY-06',
    ...exp,
    twist: (right, world) => changedClaims(right, world, (claims) => ({ exp: Number(claims['exp']) * 1000 })),
  },
  'key-made-with-a-new-key-ends-a-year-early': {
    breaks: 'KEY-06',
    ...exp,
    twist: (right) => {
      const made = new Set<string>();
      const keeping: Behaviour = {
        ...right,
        keepKey: (issued, call) => {
          made.add(issued.key.jti);
          right.keepKey(issued, call);
        },
      };
      return changedKey(keeping, ({ expiresAt }, { caller }) =>
        made.has(caller.jti) ? { expiresAt: expiresAt - 365 * day } : {},
      );
    },
  },
  'jti-is-shared-by-keys-of-one-name': {
    breaks: 'KEY-07',
    needs,
    under: { keyNames: 'any' },
    twist: (right) => {
      const known = new Map<string, string>();
      return changedKey(right, ({ name, jti: own }) => {
        const shared = known.get(name) ?? own;
        known.set(name, shared);
        return { jti: shared };
      });
    },
  },
  'name-that-its-caller-gave-before-gives-the-same-key': {
    breaks: 'KEY-07',
    needs,
    under: { keyNames: 'any' },
    twist: (right) => {
      const known = new Map<string, StoredKey>();
      return {
        ...right,
        newKey: async (name, call) => {
          const by = JSON.stringify([call.caller.jti, name]);
          const key = known.get(by) ?? (await right.newKey(name, call));
          known.set(by, key);
          return key;
        },
      };
    },
  },
  'jti-is-shared-at-the-same-time': {
    breaks: 'KEY-07',
    needs,
    twist: (right) => {
      let shared: string | null = null;
      return {
        ...right,
        newKey: async (name, call) => {
          const key = await right.newKey(name, call);
          shared ??= key.jti;
          const own = shared;
          // Long enough for a concurrent request to meet this one.
          await sleep(50);
          shared = null;
          return { ...key, jti: own };
        },
      };
    },
  },
  'jti-is-the-minute': {
    breaks: 'KEY-07',
    needs,
    twist: (right) =>
      changedKey(right, ({ createdAt }) => ({ jti: `key-${Math.floor(createdAt / 60_000)}` })),
  },
  'jti-counts-for-each-caller': {
    breaks: 'KEY-07',
    needs,
    twist: (right) => {
      const counts = new Map<string, number>();
      return changedKey(right, (_, { caller }) => {
        const count = (counts.get(caller.jti) ?? 0) + 1;
        counts.set(caller.jti, count);
        return { jti: `${caller.userId}-${count}` };
      });
    },
  },
  'token-is-shared-by-keys-of-one-user': {
    breaks: 'KEY-07',
    also: ['KEY-05', 'KEY-08'],
    needs,
    twist: (right) => {
      const known = new Map<number, Promise<string>>();
      return {
        ...right,
        sign: (key) => {
          const token = known.get(key.userId) ?? right.sign(key);
          known.set(key.userId, token);
          return token;
        },
      };
    },
  },
  'list-carries-the-last-token': {
    breaks: 'KEY-08',
    needs,
    twist: (right) => {
      const { last, keeping } = remembersToken(right);
      return changedSuccess(keeping, ['webhooks.list'], (envelope) => ({ ...envelope, last_token: last() }));
    },
  },
  'profile-carries-the-last-token': {
    breaks: 'KEY-08',
    needs,
    twist: (right) => {
      const { last, keeping } = remembersToken(right);
      return changedSuccess(keeping, ['senderProfiles.get'], (record) => ({
        ...record,
        owner: { key: last() },
      }));
    },
  },
  'creation-carries-the-token-before': {
    breaks: 'KEY-08',
    needs,
    twist: (right) => {
      const { last, keeping } = remembersToken(right);
      let before: string | null = null;
      return {
        ...keeping,
        keyRecord: (issued) => ({ ...right.keyRecord(issued), previous: before }),
        keepKey: (issued, call) => {
          before = last();
          keeping.keepKey(issued, call);
        },
      };
    },
  },
  'refusal-of-a-body-echoes-the-credential': {
    breaks: 'KEY-08',
    needs,
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) => {
        const answer = right.refusal(refusal, call);
        const isBody = refusal.reason !== 'not-found' && call.operation === 'webhooks.test';
        return isBody && answer.status >= 400
          ? jsonAnswer(answer.status, { error: refusal.detail, request: Object.fromEntries(call.headers) })
          : answer;
      },
    }),
  },
  'refusal-echoes-the-credential': {
    breaks: 'KEY-08',
    needs,
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) => {
        const answer = right.refusal(refusal, call);
        return refusal.reason === 'not-found' && answer.status >= 400
          ? jsonAnswer(answer.status, { error: refusal.detail, request: Object.fromEntries(call.headers) })
          : answer;
      },
    }),
  },
});
