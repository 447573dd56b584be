/** Twins that break the section Create an API key: its record and its name. */
import { setTimeout as sleep } from 'node:timers/promises';
import { accepted, refused } from '../answer.ts';
import { asPrinted, changedKey, changedSuccess, without } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

type Value = Readonly<Record<string, unknown>>;

/** A twin whose creation answers with a changed record. */
function shows(change: (record: Value) => Value): TwinDefinition['twist'] {
  return (right) => changedSuccess(right, ['apiKeys.create'], change);
}

/** A twin that refuses some of the names that every service must take. */
function refusesNames(refuses: (name: string) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    keyName: (body) => {
      const name = right.keyName(body);
      return name.ok && refuses(name.value) ? refused('invalid-body', 'this name is not taken') : name;
    },
  });
}

/** A twin whose keys take this field from their body. */
function takesFromBody(field: 'team_id' | 'user_id', stored: 'teamId' | 'userId'): TwinDefinition['twist'] {
  return (right) =>
    changedKey(right, (_key, { body }) => {
      const named: unknown = { ...JSON.parse(body) }[field];
      return typeof named === 'number' ? { [stored]: named } : {};
    });
}

const needs = ['createApiKeys'] as const;
// Without the header Date, the service's time is unknown.
const dated = { needs, under: { dateHeader: 'sent' } } as const;
const day = 86_400_000;

export const createAnApiKeyTwins = defineTwins({
  'created-key-lacks-jti': {
    breaks: 'KEY-01',
    also: ['KEY-05', 'KEY-07'],
    needs,
    twist: shows((record) => without(record, 'jti')),
  },
  'created-key-lacks-team': { breaks: 'KEY-01', needs, twist: shows((record) => without(record, 'team_id')) },
  'user-of-key-is-text': {
    breaks: 'KEY-01',
    also: ['KEY-10'],
    needs,
    twist: shows((record) => ({ ...record, user_id: String(record['user_id']) })),
  },
  'created-at-of-key-is-a-number': {
    breaks: 'KEY-01',
    also: ['KEY-06', 'KEY-09'],
    needs,
    twist: shows((record) => ({ ...record, created_at: Date.parse(String(record['created_at'])) })),
  },
  'created-at-of-key-is-as-a-database-prints-it': {
    breaks: 'KEY-01',
    needs,
    twist: shows((record) => ({ ...record, created_at: asPrinted(record['created_at']) })),
  },
  'created-key-is-wrapped': {
    breaks: 'KEY-01',
    also: ['AUTH-05', 'KEY-02', 'KEY-04', 'KEY-07'],
    needs,
    twist: shows((record) => ({ data: record })),
  },
  'key-name-with-a-digit-is-refused': {
    breaks: 'KEY-01',
    needs,
    twist: refusesNames((name) => /\d/.test(name)),
  },
  'key-name-over-40-is-refused': {
    breaks: 'KEY-01',
    needs,
    twist: refusesNames((name) => Array.from(name).length > 40),
  },
  'key-name-of-one-letter-is-refused': {
    breaks: 'KEY-01',
    needs,
    twist: refusesNames((name) => Array.from(name).length === 1),
  },
  'key-names-are-mixed-up-at-the-same-time': {
    breaks: 'KEY-02',
    needs,
    twist: (right) => {
      let latest = '';
      return {
        ...right,
        newKey: async (name, call) => {
          latest = name;
          // Long enough for a concurrent request to meet this one.
          await sleep(50);
          return right.newKey(latest, call);
        },
      };
    },
  },
  'key-name-is-cut-at-32': {
    breaks: 'KEY-02',
    needs,
    twist: shows((record) => ({ ...record, name: Array.from(String(record['name'])).slice(0, 32).join('') })),
  },
  'key-name-loses-non-ascii-letters': {
    breaks: 'KEY-02',
    needs,
    twist: shows((record) => ({ ...record, name: String(record['name']).replaceAll(/[^\x20-\x7e]/g, '?') })),
  },
  'key-name-loses-inner-spaces': {
    breaks: 'KEY-02',
    needs,
    twist: shows((record) => ({ ...record, name: String(record['name']).replaceAll(' ', '-') })),
  },
  'key-name-loses-its-apostrophes': {
    breaks: 'KEY-02',
    needs,
    twist: shows((record) => ({ ...record, name: String(record['name']).replaceAll("'", '') })),
  },
  'key-name-is-lower-cased': {
    breaks: 'KEY-02',
    needs,
    twist: shows((record) => ({ ...record, name: String(record['name']).toLowerCase() })),
  },
  'key-name-is-not-required': {
    breaks: 'KEY-03',
    needs,
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const hasName = typeof body === 'object' && body !== null && 'name' in body;
        return hasName ? right.keyName(body) : accepted('unnamed');
      },
    }),
  },
  'key-name-may-be-a-label': {
    breaks: 'KEY-03',
    needs,
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
        return fields.length > 0 && !fields.includes('name') ? accepted('unnamed') : right.keyName(body);
      },
    }),
  },
  'key-without-name-is-made-for-an-empty-body': {
    breaks: 'KEY-03',
    needs,
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const empty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
        return empty ? accepted('unnamed') : right.keyName(body);
      },
    }),
  },
  'created-at-of-key-is-the-epoch': {
    breaks: 'KEY-09',
    also: ['KEY-06'],
    ...dated,
    twist: shows((record) => ({ ...record, created_at: '1970-01-01T00:00:00Z' })),
  },
  'created-at-of-key-is-two-hours-off': {
    breaks: 'KEY-09',
    ...dated,
    twist: shows((record) => {
      const time = new Date(Date.parse(String(record['created_at'])) + day / 12);
      return { ...record, created_at: time.toISOString() };
    }),
  },
  'created-at-of-key-is-the-day-before': {
    breaks: 'KEY-09',
    also: ['KEY-06'],
    ...dated,
    twist: shows((record) => {
      const time = new Date(Date.parse(String(record['created_at'])) - day).toISOString();
      return { ...record, created_at: `${time.slice(0, 10)}T00:00:00Z` };
    }),
  },
  'created-at-of-key-is-that-of-an-old-key': {
    breaks: 'KEY-09',
    ...dated,
    twist: (right) => changedKey(right, ({ createdAt }) => ({ createdAt: createdAt - day / 2 })),
  },
  'user-of-key-counts-up': {
    breaks: 'KEY-10',
    needs,
    twist: (right) => {
      let made = 0;
      return changedSuccess(right, ['apiKeys.create'], (record) => {
        made += 1;
        return { ...record, user_id: Number(record['user_id']) + made };
      });
    },
  },
  'team-of-key-counts-up': {
    breaks: 'KEY-10',
    needs,
    under: { keyTeam: 'shown' },
    twist: (right) => {
      let made = 0;
      return changedSuccess(right, ['apiKeys.create'], (record) => {
        made += 1;
        return { ...record, team_id: Number(record['team_id']) + made };
      });
    },
  },
  'key-is-of-the-team-that-its-body-names': {
    breaks: 'KEY-10',
    needs,
    under: { keyTeam: 'shown', keyQuota: 'none', unknownFields: 'ignored' },
    twist: takesFromBody('team_id', 'teamId'),
  },
  'key-is-of-the-user-that-its-body-names': {
    breaks: 'KEY-10',
    needs,
    under: { keyQuota: 'none', unknownFields: 'ignored' },
    twist: takesFromBody('user_id', 'userId'),
  },
  'key-made-with-a-new-key-has-another-team': {
    breaks: 'KEY-10',
    needs,
    under: { keyTeam: 'shown' },
    twist: (right) => {
      const made = new Set<string>();
      return {
        ...right,
        keepKey: (issued, call) => {
          made.add(issued.key.jti);
          right.keepKey(issued, call);
        },
        success: (record, call) =>
          right.success(
            call.operation === 'apiKeys.create' && made.has(call.caller.jti)
              ? { ...record, team_id: 999 }
              : record,
            call,
          ),
      };
    },
  },
});
