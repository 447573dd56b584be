/** Twins from public bug reports: keys that are read, compared, kept or counted wrongly (Authentication). */
import { refused } from '../answer.ts';
import { createHmac } from 'node:crypto';
import type { Caller } from '../records.ts';
import { alsoRecognises, byClaim } from './authentication-of-keys.ts';
import { jwtPart } from './careless-caller.ts';
import { everyFilter } from './consequences.ts';
import { unknownAt } from './reported-keys.ts';
import { defineTwins } from './twin.ts';

const needs = ['createApiKeys'] as const;

/** Where there may be eight keys, none may be left for the one that shows the defect. */
const anyNumber = { keyQuota: 'none' } as const;

/** How much of a text some hashes take in. */
const hashedLetters = 72;

/** How often a key may be used. */
const mostUses = 10;

/** The longest name whose key fits into its column, in bytes. */
const longestName = 48;

const beginning = (token: string): string => token.slice(0, hashedLetters);

const usualNone: readonly unknown[] = ['none', 'None', 'NONE'];

/** Whether a token is signed with the empty secret, and names a key that does not exist. */
function hasNoSecret(token: string): boolean {
  const { alg, kid } = jwtPart(token, 0) ?? {};
  return alg === 'HS256' && kid !== undefined && isSignedWith('', token);
}

const unencodable = 'the name cannot be encoded';

/** How many threads a server answers with. */
const threads = 8;

/** A secret that stands in examples, and in services whose owners did not set their own. */
const wellKnownSecret = 'your-secret-key-change-this-in-production';

/** Whether a token is signed with a secret that everybody knows. */
function hasWellKnownSecret(token: string): boolean {
  return jwtPart(token, 0)?.['alg'] === 'HS256' && isSignedWith(wellKnownSecret, token);
}

function isSignedWith(secret: string, token: string): boolean {
  const [header, payload, signature] = token.split('.');
  return createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature;
}

export const reportedCredentialsTwins = defineTwins({
  'key-is-taken-after-any-scheme': {
    breaks: 'AUTH-02',
    report: 'wso2/product-microgateway#1847',
    twist: (right) => ({
      ...right,
      credential: (call) =>
        /^\S+ +(\S+)$/.exec(call.headers.get('authorization') ?? '')?.[1] ?? right.credential(call),
    }),
  },
  'algorithm-none-is-taken-in-mixed-letters': {
    breaks: 'AUTH-03',
    report: 'cerberauth/vulnapi#180',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const algorithm = jwtPart(token, 0)?.['alg'];
        const isMixed = String(algorithm).toLowerCase() === 'none' && !usualNone.includes(algorithm);
        return isMixed ? byClaim(token, world) : null;
      }),
  },
  'key-without-an-algorithm-or-a-signature-is-taken': {
    breaks: 'AUTH-03',
    report: 'joomlatools/joomlatools-framework#74',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const header = jwtPart(token, 0);
        const isBare = header !== null && header['alg'] === undefined && token.endsWith('.');
        return isBare ? byClaim(token, world) : null;
      }),
  },
  'unknown-key-counts-as-an-empty-secret': {
    breaks: 'AUTH-03',
    report: 'nearform/fast-jwt#610',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => (hasNoSecret(token) ? byClaim(token, world) : null)),
  },
  'keys-are-compared-by-their-first-72-letters': {
    breaks: 'AUTH-03',
    // A forgery may begin as a real key does.
    also: ['AUTH-02'],
    report: 'kelektiv/node.bcrypt.js#935',
    twist: (right, { store }) => {
      const known = new Map<string, Caller>();
      return {
        ...right,
        keepKey: (issued, call) => {
          known.set(beginning(issued.token), issued.key);
          right.keepKey(issued, call);
        },
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller !== null) known.set(beginning(token), caller);
          // A key that is known is one that has expired.
          const isExpired = caller === null && store.keys.byToken(token) !== null;
          return caller ?? (isExpired ? null : (known.get(beginning(token)) ?? null));
        },
      };
    },
  },
  'new-key-is-refused-after-ten-requests': {
    breaks: 'AUTH-05',
    also: [...everyFilter, 'HOOK-04', 'KEY-10', 'TEST-01'],
    report: 'reactive-resume/app#2535',
    needs,
    under: anyNumber,
    twist: unknownAt((_all, own) => own > mostUses),
  },
  'new-key-without-an-expiry-is-refused-at-every-other-request': {
    breaks: 'AUTH-05',
    also: [...everyFilter, 'HOOK-04', 'KEY-10', 'PAGE-03', 'TEST-01'],
    report: 'ballerina-platform/ballerina-lang#20682',
    needs,
    under: { ...anyNumber, jwtExp: 'absent' },
    twist: unknownAt((_all, own, token) => own % 2 === 0 && jwtPart(token, 1)?.['exp'] === undefined),
  },
  'key-with-a-long-name-is-refused': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-10'],
    report: 'centreon/centreon#6168',
    needs,
    under: anyNumber,
    twist: (right) => {
      const cut = new Set<string>();
      return {
        ...right,
        keepKey: (issued, call) => {
          if (Buffer.byteLength(issued.key.name) > longestName) cut.add(issued.key.jti);
          right.keepKey(issued, call);
        },
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          return caller !== null && cut.has(caller.jti) ? null : caller;
        },
      };
    },
  },
  'key-with-a-name-beyond-latin-1-cannot-be-made': {
    breaks: 'KEY-01',
    also: ['KEY-02', 'AUTH-05'],
    report: 'tsndr/cloudflare-worker-jwt#63',
    needs,
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const name = right.keyName(body);
        return name.ok && /[^\0-\u00FF]/u.test(name.value) ? refused('invalid-body', unencodable) : name;
      },
      refusal: (refusal, call) => {
        const answer = right.refusal(refusal, call);
        return refusal.detail === unencodable ? { ...answer, status: 500 } : answer;
      },
    }),
  },
  'caller-stays-with-the-thread': {
    breaks: 'AUTH-01',
    also: ['TEAM-02'],
    report: 'spring-projects/spring-grpc#247',
    twist: (right) => {
      let turn = 0;
      const left: (Caller | undefined)[] = [];
      const threadOf = new WeakMap<Headers, number>();
      return {
        ...right,
        credential: (call) => {
          turn = (turn + 1) % threads;
          threadOf.set(call.headers, turn);
          return right.credential(call) ?? (left[turn] === undefined ? null : '');
        },
        identify: async (token, call) => {
          const thread = threadOf.get(call.headers) ?? 0;
          if (!call.headers.has('authorization')) return left[thread] ?? null;
          const caller = await right.identify(token, call);
          if (caller !== null) left[thread] = caller;
          return caller;
        },
      };
    },
  },
  'key-signed-anew-with-a-well-known-secret-is-taken': {
    breaks: 'AUTH-03',
    also: ['AUTH-02'],
    report: 'Kylsky/chatgpt-team-helper#17',
    under: { jwtAlgorithm: 'HS256' },
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => (hasWellKnownSecret(token) ? byClaim(token, world) : null)),
  },
  'key-whose-payload-lacks-padding-is-refused': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-10'],
    report: 'churlongo/TokenScope#1',
    needs,
    // Elsewhere every payload is as long as any other.
    under: { jwtClaims: 'usual', keyQuota: 'none' },
    twist: (right) => {
      const unpadded = new Set<string>();
      return {
        ...right,
        keepKey: (issued, call) => {
          if ((issued.token.split('.')[1] ?? '').length % 4 > 0) unpadded.add(issued.key.jti);
          right.keepKey(issued, call);
        },
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          return caller !== null && unpadded.has(caller.jti) ? null : caller;
        },
      };
    },
  },
});
