/** Twins from public bug reports: tokens and their lifetimes, and answers that caches keep for others (Authentication). */
import { changedClaims } from './api-key.ts';
import { alsoLetsIn } from './authentication.ts';
import { changedKey, newKeys } from './changed.ts';
import { everyFilter } from './consequences.ts';
import { sentIn } from './new-keys.ts';
import { defineTwins, keptMs, type TwinDefinition } from './twin.ts';
import { profilesOfAll } from './what-the-service-does.ts';

const needs = ['createApiKeys'] as const;
const exp = { needs, under: { jwtExp: 'present' } } as const;

/** What 32 bits hold of 3 years in milliseconds: little more than a day. */
const lifetimeIn32Bits = (3 * 365 * 86_400_000) | 0;

/** A twin that does not know new keys for some of their requests, counted for all keys and for each. */
export function unknownAt(
  isUnknown: (ofAll: number, ofKey: number, token: string) => boolean,
): TwinDefinition['twist'] {
  return (right) => {
    const { made, keeping } = newKeys(right);
    const counts = new Map<string, number>();
    let all = 0;
    return {
      ...keeping,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        if (caller === null || !made.has(caller.jti)) return caller;
        all += 1;
        const own = (counts.get(caller.jti) ?? 0) + 1;
        counts.set(caller.jti, own);
        return isUnknown(all, own, token) ? null : caller;
      },
    };
  };
}

export const reportedKeysTwins = defineTwins({
  'jti-is-the-one-that-the-body-names': {
    breaks: 'KEY-07',
    report: 'rhesis-ai/rhesis#744',
    needs: ['createApiKeys', 'otherAccountToken'],
    under: { unknownFields: 'ignored', keyQuota: 'none' },
    twist: (right) =>
      changedKey(right, (key, call) => {
        const { jti } = sentIn(call);
        return typeof jti === 'string' ? { jti } : key;
      }),
  },
  'created-at-of-key-is-the-one-that-the-body-names': {
    breaks: 'KEY-09',
    also: ['KEY-06'],
    report: 'formbricks/formbricks#8047',
    needs,
    under: { unknownFields: 'ignored', dateHeader: 'sent' },
    twist: (right) =>
      changedKey(right, ({ createdAt }, call) => {
        const named = Date.parse(String(sentIn(call)['created_at']));
        return { createdAt: Number.isNaN(named) ? createdAt : named };
      }),
  },
  'created-at-of-key-is-that-of-the-key-that-made-it': {
    breaks: 'KEY-09',
    report: 'hwi/HWIOAuthBundle#1767',
    needs,
    under: { dateHeader: 'sent', dateFormat: 'milliseconds', keyQuota: 'none' },
    twist: (right) => {
      const begins = new Map<string, number>();
      return changedKey(
        {
          ...right,
          keepKey: (issued, call) => {
            begins.set(issued.key.jti, issued.key.createdAt);
            right.keepKey(issued, call);
          },
        },
        ({ createdAt }, { caller }) => ({ createdAt: begins.get(caller.jti) ?? createdAt }),
      );
    },
  },
  'new-key-is-unknown-to-every-third-request': {
    breaks: 'AUTH-05',
    also: [...everyFilter, 'HOOK-04', 'KEY-10', 'PAGE-03', 'TEST-01'],
    report: 'FusionAuth/fusionauth-issues#1875',
    needs,
    twist: unknownAt((all) => all % 3 === 0),
  },
  'new-key-is-unknown-to-its-first-two-requests': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-10', 'PAGE-03'],
    report: 'volcengine/OpenViking#2681',
    needs,
    // One whose creation was answered 202 may take a moment.
    under: { successStatusOfCreate: '201' },
    twist: unknownAt((_, ofKey) => ofKey <= 2),
  },
  'key-is-refused-until-its-second-is-over': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-01', 'KEY-10'],
    report: 'jpadilla/pyjwt#814',
    needs,
    under: { successStatusOfCreate: '201' },
    twist: (right, { now }) => {
      const begins = new Map<string, number>();
      return {
        ...right,
        keepKey: (issued, call) => {
          begins.set(issued.key.jti, Math.ceil(issued.key.createdAt / 1000) * 1000);
          right.keepKey(issued, call);
        },
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          return caller !== null && now() < (begins.get(caller.jti) ?? 0) ? null : caller;
        },
      };
    },
  },
  'keys-of-one-second-share-their-token': {
    breaks: 'KEY-07',
    also: ['KEY-05', 'KEY-08'],
    report: 'auth0/node-jsonwebtoken#399',
    needs,
    twist: (right) => {
      const signed = new Map<string, Promise<string>>();
      return {
        ...right,
        sign: (key) => {
          const name = `${key.userId} ${Math.floor(key.createdAt / 1000)}`;
          const token = signed.get(name) ?? right.sign(key);
          signed.set(name, token);
          return token;
        },
      };
    },
  },
  'key-lives-what-32-bits-hold': {
    breaks: 'KEY-06',
    report: 'payloadcms/payload#670',
    ...exp,
    twist: (right) => changedKey(right, ({ createdAt }) => ({ expiresAt: createdAt + lifetimeIn32Bits })),
  },
  'exp-counts-from-the-creation': {
    breaks: 'KEY-06',
    report: 'mmangino/mogli#51',
    ...exp,
    twist: (right, world) =>
      changedClaims(right, world, (claims) => ({
        exp: Number(claims['exp']) - Math.floor(world.now() / 1000),
      })),
  },
  'exp-counts-its-beginning-twice': {
    breaks: 'KEY-06',
    report: 'leafsphp/leaf#287',
    ...exp,
    twist: (right, world) =>
      changedClaims(right, world, (claims) => ({
        exp: Number(claims['exp']) + Math.floor(world.now() / 1000),
      })),
  },
  'key-name-in-utf-8-is-read-as-latin-1': {
    breaks: 'KEY-02',
    report: 'cheatsnake/emojihub#14',
    needs,
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const name = right.keyName(body);
        return name.ok ? { ...name, value: Buffer.from(name.value).toString('latin1') } : name;
      },
    }),
  },
  'anyone-may-read-what-was-just-read': {
    breaks: 'AUTH-01',
    report: 'jonbaldie/varnish#38',
    twist: (right, world) => {
      const read = new Map<string, number>();
      const letting = alsoLetsIn(
        right,
        world,
        ({ operation, path }, token) =>
          token === null &&
          operation === 'senderProfiles.get' &&
          performance.now() - (read.get(path) ?? -1e6) < keptMs,
      );
      return {
        ...letting,
        success: (value, call) => {
          if (call.operation === 'senderProfiles.get' && call.headers.has('authorization'))
            read.set(call.path, performance.now());
          return right.success(value, call);
        },
      };
    },
  },
  'profile-is-kept-for-whoever-asks-next': {
    breaks: 'TEAM-02',
    report: 'HarperFast/harper#1565',
    needs: ['otherAccountToken'],
    twist: (right, world) => {
      const read = new Map<string, number>();
      const all = profilesOfAll(right, world, ['senderProfiles.get']);
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (call.operation !== 'senderProfiles.get') return found;
          if (found.ok) read.set(uuid, performance.now());
          const isKept = performance.now() - (read.get(uuid) ?? -1e6) < keptMs;
          return isKept ? all.findSenderProfile(uuid, call) : found;
        },
      };
    },
  },
  'key-with-an-accent-in-its-name-is-refused': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-10'],
    report: 'RobDWaller/ReallySimpleJWT#80',
    needs,
    twist: (right) => {
      const refusedKeys = new Set<string>();
      return {
        ...right,
        keepKey: (issued, call) => {
          if (/[^\p{ASCII}]/u.test(issued.key.name)) refusedKeys.add(issued.key.jti);
          right.keepKey(issued, call);
        },
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          return caller !== null && refusedKeys.has(caller.jti) ? null : caller;
        },
      };
    },
  },
  'jti-counts-alike-in-two-workers': {
    breaks: 'KEY-07',
    report: 'copiousfreetime/torid#1',
    needs,
    under: { keyRotation: 'kept' },
    twist: (right) => {
      const made: string[] = [];
      return changedKey(right, ({ jti }) => {
        made.push(jti);
        return made.length % 2 === 0 ? { jti: made.at(-2) ?? jti } : {};
      });
    },
  },
  'created-at-of-key-is-null': {
    breaks: 'KEY-01',
    also: ['KEY-06', 'KEY-09'],
    report: 'opentdf/platform#549',
    needs,
    twist: (right) => ({
      ...right,
      keyRecord: (issued) => ({ ...right.keyRecord(issued), created_at: null }),
    }),
  },
});
