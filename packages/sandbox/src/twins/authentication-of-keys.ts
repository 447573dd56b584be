/** Twins that break the section Authentication: real keys that were tampered with, have expired or are new. */
import { createHash } from 'node:crypto';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import type { StoredKey } from '../records.ts';
import { tokenParts } from '../store/key-table.ts';
import type { World } from '../world.ts';
import { jwtPart } from './careless-caller.ts';
import { defineTwins } from './twin.ts';

/** Also accepts the keys that `find` recognises, unless they have expired. */
export function alsoRecognises(
  right: Behaviour,
  world: World,
  find: (token: string, call: Call) => StoredKey | null,
): Behaviour {
  return {
    ...right,
    identify: async (token, call) => {
      const caller = await right.identify(token, call);
      if (caller !== null) return caller;
      const key = find(token, call);
      return key !== null && key.expiresAt > world.now() ? key : null;
    },
  };
}

/** The key whose header and payload these are, whatever the signature. */
function bySignedPart(token: string, { store }: World): StoredKey | null {
  return store.keys.bySignedPart(tokenParts(token)[0])?.key ?? null;
}

/** The key of the user whom the payload claims, whatever the signature. */
export function byClaim(token: string, { store }: World): StoredKey | null {
  const user = Number(jwtPart(token, 1)?.['sub']);
  return Number.isSafeInteger(user) ? store.keys.ofUser(user) : null;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Remembers created keys by their hashes, and counts their uses. */
function createdKeys(right: Behaviour): {
  readonly used: (token: string) => number | null;
  readonly keeping: Behaviour;
} {
  const uses = new Map<string, number>();
  return {
    used: (token) => {
      const name = hash(token);
      const count = uses.get(name);
      if (count === undefined) return null;
      uses.set(name, count + 1);
      return count;
    },
    keeping: {
      ...right,
      keepKey: (issued, call) => {
        uses.set(hash(issued.token), 0);
        right.keepKey(issued, call);
      },
    },
  };
}

export const authenticationOfKeysTwins = defineTwins({
  'signature-is-not-checked': {
    breaks: 'AUTH-03',
    twist: (right, world) => alsoRecognises(right, world, (token) => bySignedPart(token, world)),
  },
  'claims-are-believed-unsigned': {
    breaks: 'AUTH-03',
    also: ['AUTH-02', 'AUTH-04'],
    twist: (right, world) => alsoRecognises(right, world, (token) => byClaim(token, world)),
  },
  'signature-is-compared-by-prefix': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const [signedPart, signature] = tokenParts(token);
        const known = world.store.keys.bySignedPart(signedPart);
        return known !== null && signature.length > 8 && known.signature.slice(0, 8) === signature.slice(0, 8)
          ? known.key
          : null;
      }),
  },
  'payload-is-not-covered-by-the-signature': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => world.store.keys.bySignature(tokenParts(token)[1])),
  },
  'algorithm-none-is-taken': {
    breaks: 'AUTH-03',
    also: ['AUTH-02'],
    twist: (right, world) =>
      alsoRecognises(right, world, (token) =>
        String(jwtPart(token, 0)?.['alg']).toLowerCase() === 'none' ? byClaim(token, world) : null,
      ),
  },
  'signature-may-be-stripped': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => (token.endsWith('.') ? bySignedPart(token, world) : null)),
  },
  'another-algorithm-skips-the-check': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const algorithm = jwtPart(token, 0)?.['alg'];
        const other =
          typeof algorithm === 'string' && algorithm !== 'none' && algorithm !== world.key.algorithm;
        return other ? byClaim(token, world) : null;
      }),
  },
  'signature-of-zeros-is-taken': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const bytes = Buffer.from(tokenParts(token)[1], 'base64url');
        return bytes.length > 0 && bytes.every((byte) => byte === 0) ? bySignedPart(token, world) : null;
      }),
  },
  'signature-may-be-longer': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const [signedPart, signature] = tokenParts(token);
        const known = world.store.keys.bySignedPart(signedPart);
        const bytes = Buffer.from(known?.signature ?? '', 'base64url');
        const given = Buffer.from(signature, 'base64url').subarray(0, bytes.length);
        return known !== null && bytes.equals(given) ? known.key : null;
      }),
  },
  'signature-is-compared-without-letter-case': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const [signedPart, signature] = tokenParts(token);
        const known = world.store.keys.bySignedPart(signedPart);
        return known?.signature.toLowerCase() === signature.toLowerCase() ? (known?.key ?? null) : null;
      }),
  },
  'key-of-two-parts-is-taken': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) =>
        token.split('.').length === 2 ? (world.store.keys.bySignedPart(token)?.key ?? null) : null,
      ),
  },
  'header-may-have-further-fields': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) => {
        const [header = '', payload, signature] = token.split('.');
        const fields = jwtPart(token, 0);
        if (fields === null || fields['alg'] !== world.key.algorithm) return null;
        const known = { alg: world.key.algorithm, typ: 'JWT' };
        const own = Buffer.from(JSON.stringify(known)).toString('base64url');
        const found = world.store.keys.bySignedPart(`${own}.${payload}`);
        return header !== own && found?.signature === signature ? (found?.key ?? null) : null;
      }),
  },
  'key-in-the-header-is-believed': {
    breaks: 'AUTH-03',
    also: ['AUTH-02'],
    twist: (right, world) =>
      alsoRecognises(right, world, (token) =>
        jwtPart(token, 0)?.['jwk'] === undefined ? null : byClaim(token, world),
      ),
  },
  'algorithm-none-is-taken-in-capitals': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token) =>
        jwtPart(token, 0)?.['alg'] === 'NONE' ? byClaim(token, world) : null,
      ),
  },
  'keys-are-made-for-another-algorithm': {
    breaks: 'AUTH-03',
    needs: ['createApiKeys'],
    twist: (right, world) =>
      alsoRecognises(right, world, (token, { operation }) => {
        const isOther = ![world.key.algorithm, 'none', 'None', 'NONE'].includes(
          String(jwtPart(token, 0)?.['alg']),
        );
        return operation === 'apiKeys.create' && isOther && token.split('.').length === 3
          ? byClaim(token, world)
          : null;
      }),
  },
  'profiles-do-not-check-the-signature': {
    breaks: 'AUTH-03',
    twist: (right, world) =>
      alsoRecognises(right, world, (token, { operation }) =>
        operation.startsWith('senderProfiles') ? bySignedPart(token, world) : null,
      ),
  },
  'expired-key-is-taken': {
    breaks: 'AUTH-04',
    needs: ['expiredToken'],
    twist: (right, { store }) => ({
      ...right,
      identify: async (token, call) => (await right.identify(token, call)) ?? store.keys.byToken(token),
    }),
  },
  'expired-key-is-taken-for-a-month': {
    breaks: 'AUTH-04',
    needs: ['expiredToken'],
    twist: (right, { store, now }) => ({
      ...right,
      identify: async (token, call) => {
        const key = store.keys.byToken(token);
        const inTime = key !== null && key.expiresAt + 30 * 86_400_000 > now();
        return (await right.identify(token, call)) ?? (inTime ? key : null);
      },
    }),
  },
  'expired-key-may-read-profiles': {
    breaks: 'AUTH-04',
    needs: ['expiredToken'],
    twist: (right, { store }) => ({
      ...right,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        return call.operation === 'senderProfiles.get' ? (caller ?? store.keys.byToken(token)) : caller;
      },
    }),
  },
  'created-key-refused': {
    breaks: 'AUTH-05',
    also: ['KEY-10'],
    needs: ['createApiKeys'],
    twist: (right) => ({ ...right, keepKey: () => undefined }),
  },
  'created-key-refused-for-profiles': {
    breaks: 'AUTH-05',
    needs: ['createApiKeys'],
    twist: (right) => {
      const { used, keeping } = createdKeys(right);
      return {
        ...keeping,
        identify: async (token, call) =>
          call.operation.startsWith('senderProfiles') && used(token) !== null
            ? null
            : right.identify(token, call),
      };
    },
  },
  'created-key-works-for-profiles-only': {
    breaks: 'AUTH-05',
    also: ['KEY-10', 'HOOK-04'],
    needs: ['createApiKeys'],
    twist: (right) => {
      const { used, keeping } = createdKeys(right);
      return {
        ...keeping,
        identify: async (token, call) =>
          !call.operation.startsWith('senderProfiles') && used(token) !== null
            ? null
            : right.identify(token, call),
      };
    },
  },
  'created-key-works-once': {
    breaks: 'AUTH-05',
    also: ['KEY-10'],
    needs: ['createApiKeys'],
    twist: (right) => {
      const { used, keeping } = createdKeys(right);
      return {
        ...keeping,
        identify: async (token, call) => ((used(token) ?? 0) > 0 ? null : right.identify(token, call)),
      };
    },
  },
});
