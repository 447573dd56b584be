/** The KEY rules on a new key's record and name (Create an API key). */
import { every, held, holds, same, shownBy, type Judgement } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import { faultsOf } from '../../records/shape.ts';
import { isSameText } from '../../texts/same-text.ts';
import { textOf } from '../../texts/text-of.ts';
import {
  onBodiesWithMore,
  onCreations,
  onEmptyName,
  withField,
  withName,
  withoutField,
} from './changed-creations.ts';
import { creationsIn, keysOfOneRun, namelessCreationsIn } from './key-evidence.ts';
import type { Creation, KeyIdentity } from '../../records/key-creation.ts';
import type { CreationsSeen, NamelessSeen } from './keys-seen.ts';

const taken = { accepted: true, status: 201, isMade: false };

/**
 * KEY-01: creating with a name succeeds and returns the six fields with their types.
 *
 * The description says neither that two keys may share a name nor how many keys there may be, so a refusal for
 * such a reason does not concern the name. If an earlier run has used a name, a similar one replaces it.
 */
export const creatingReturnsTheKey: RuleDefinition<CreationsSeen> = {
  id: 'KEY-01',
  demandsAnswer: { operations: ['createApiKey'] },
  judge: ({ creations }) =>
    every(
      creations.map((creation) => {
        const { accepted, excuse, name, record, status } = creation;
        if (!accepted)
          return shownBy(holds(excuse !== null, 'key-refused', { name, status }), {
            operations: ['createApiKey'],
            statuses: [status],
          });
        const faults = faultsOf('ApiKey', record);
        return shownBy(holds(faults.length === 0, 'key-fields', { faults }), {
          operations: ['createApiKey'],
          statuses: [status],
        });
      }),
    ),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'creating is refused': (seen) => onCreations(seen, (one) => ({ ...one, accepted: false, excuse: null })),
    'one of two at the same time is refused': (seen) =>
      onCreations(seen, (one) =>
        one.together && one.by === 'created key' ? { ...one, accepted: false, status: 500 } : undefined,
      ),
    'a name of one letter is refused': (seen) =>
      onCreations(seen, (one) =>
        Array.from(one.name).length === 1
          ? { ...one, accepted: false, excuse: null, status: 422 }
          : undefined,
      ),
    'a field is missing where the body says more': (seen) =>
      onBodiesWithMore(seen, withoutField('created_at')),
    'an empty name comes back as null': (seen) =>
      onEmptyName(
        seen,
        withField('name', () => null),
      ),
    'the answer is empty': (seen) => onCreations(seen, (one) => ({ ...one, record: undefined, token: null })),
    'jti is missing': (seen) => onCreations(seen, withoutField('jti')),
    'user_id is text': (seen) => onCreations(seen, withField('user_id', textOf)),
    'team_id is missing': (seen) => onCreations(seen, withoutField('team_id')),
    'name is missing': (seen) => onCreations(seen, withoutField('name')),
    'last_token is missing': (seen) => onCreations(seen, withoutField('last_token')),
    'created_at is a number': (seen) =>
      onCreations(
        seen,
        withField('created_at', () => 1_763_700_000),
      ),
    'created_at has a blank and no offset': (seen) =>
      onCreations(
        seen,
        withField('created_at', () => '2026-11-20 12:00:00'),
      ),
  },
};

/** KEY-02: `name` is the name given. Leading and trailing white space is ignored. */
export const nameIsTheNameGiven: RuleDefinition<CreationsSeen> = {
  id: 'KEY-02',
  judge: ({ creations }) =>
    every(
      creations.filter(isKey).map(({ name, record }) => {
        const shown = record?.['name'];
        return typeof shown !== 'string' || isSameText(shown.trim(), name.trim())
          ? held
          : shownBy(same('key-has-another-name', {}, shown.trim(), name.trim()), {
              operations: ['createApiKey'],
              sent: [name],
            });
      }),
    ),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'cut at 32 characters': withName((name) => Array.from(name).slice(0, 32).join('')),
    'cut at 49 characters': withName((name) => Array.from(name).slice(0, 49).join('')),
    'cut at 50 bytes': withName((name) => Buffer.from(name).subarray(0, 50).toString()),
    'letters outside ASCII are lost': withName((name) => name.replaceAll(/[^ -~]/g, '?')),
    'letters outside the BMP are lost': withName((name) =>
      name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
    ),
    'letters lose their accents': withName((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    'apostrophes are escaped': withName((name) => name.replaceAll("'", '&#39;')),
    'in lower case': withName((name) => name.toLowerCase()),
    'spaces are replaced': withName((name) => name.replaceAll(' ', '-')),
    'each key has one and the same name': withName(() => 'API key'),
    'another name in place of an empty one': (seen) =>
      onEmptyName(
        seen,
        withField('name', () => 'unnamed'),
      ),
    'another name where the body says more': (seen) =>
      onBodiesWithMore(
        seen,
        withField('name', () => 'imported'),
      ),
  },
};

/** KEY-03: a body without `name` is refused. The control is a key created with one. */
export const nameIsRequired: RuleDefinition<NamelessSeen> = {
  id: 'KEY-03',
  demandsAnswer: { operations: ['createApiKey'] },
  judge: ({ accepted, status, isMade }, body) =>
    shownBy(
      holds(!accepted && !isMade, accepted ? 'nameless-key-accepted' : 'nameless-key-created', {
        body,
        status,
      }),
      { operations: ['createApiKey'], statuses: [status] },
    ),
  evidence: namelessCreationsIn,
  eachAnswerCounts: true,
  breaches: {
    'an empty object is taken': (seen, body) =>
      isRecord(body) && Object.keys(body).length === 0 ? taken : undefined,
    'any other field will do': (seen, body) =>
      isRecord(body) && Object.keys(body).length > 0 ? taken : undefined,
    'what is no object is taken': (seen, body) => (isRecord(body) ? undefined : taken),
    'a key is made by a body that is refused': (seen) =>
      seen.accepted ? undefined : { ...seen, isMade: true },
  },
};

/** KEY-07: no two creations of the session share `jti` or `last_token`, not even concurrent ones. */
export const noTwoKeysAreOne: RuleDefinition<CreationsSeen> = {
  id: 'KEY-07',
  judge: ({ allKeys }) =>
    every([
      noneTwice(
        'jti',
        allKeys.flatMap(({ jti }) => (typeof jti === 'string' ? [jti] : [])),
      ),
      noneTwice(
        'last_token',
        allKeys.flatMap(({ fingerprint }) => fingerprint ?? []),
      ),
    ]),
  evidence: keysOfOneRun,
  breaches: {
    'jti is the same for all': (seen) => onKeys(seen, (keys) => keys.map((key) => ({ ...key, jti: 'key' }))),
    'jti is shared at the same time': (seen) =>
      onKeys(seen, (keys) => keys.map((key) => (key.together ? { ...key, jti: 'key' } : key))),
    'jti is the same for keys of one name': (seen) =>
      seen.noNameTwice ||
      seen.creations
        .slice(1)
        .some(({ name, ...one }) => showsOutcomeOfName(one) && seen.givenBefore.includes(name))
        ? withAKeyTwice(seen)
        : undefined,
    'two of one name at the same time are one key': (seen) => {
      const names = seen.creations.filter(showsOutcomeOfName).map(({ name }) => name);
      return seen.noNameTwice || new Set(names).size < names.length ? withAKeyTwice(seen) : undefined;
    },
    'last_token is the same for all': (seen) =>
      onKeys(seen, (keys) => keys.map((key) => ({ ...key, fingerprint: 'one' }))),
    'last_token is shared at the same time': (seen) =>
      onKeys(seen, (keys) => keys.map((key) => (key.together ? { ...key, fingerprint: 'one' } : key))),
  },
};

/** KEY-10: keys created by one caller share one `team_id` and one `user_id`, also when created with a new key. */
export const keysOfOneCallerAreOfOneTeam: RuleDefinition<CreationsSeen> = {
  id: 'KEY-10',
  judge: ({ creations }) => {
    const records = creations.flatMap(({ record }): JsonObject[] => (record === undefined ? [] : [record]));
    return every(
      (['team_id', 'user_id'] as const).map((field) => {
        const values = new Map(
          records
            .filter((record) => field in record)
            .map((record) => [JSON.stringify(record[field]), record[field]]),
        );
        return holds(values.size <= 1, 'keys-of-one-caller-differ', {
          field,
          values: [...values.values()],
        });
      }),
    );
  },
  evidence: keysOfOneRun,
  breaches: {
    'a key made with a created key has another team': (seen) =>
      onCreations(seen, (one) => (one.by === 'created key' ? withField('team_id', another)(one) : undefined)),
    'a key made with a created key has another user': (seen) =>
      onCreations(seen, (one) => (one.by === 'created key' ? withField('user_id', another)(one) : undefined)),
    'the team is the one that the body names': (seen) =>
      onBodiesWithMore(seen, withField('team_id', another), 'team_id'),
    'the user is the one that the body names': (seen) =>
      onBodiesWithMore(seen, withField('user_id', another), 'user_id'),
    'each key has a user of its own': (seen) => {
      let users = 0;
      return onCreations(
        seen,
        withField('user_id', () => (users += 1)),
      );
    },
  },
};

/** Whether the answer holds a key at all: an echo of the request has the right name, too. */
function isKey({ record, token }: Creation): boolean {
  return typeof record?.['jti'] === 'string' && token !== null;
}

function noneTwice(field: string, values: readonly string[]): Judgement {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  // The fingerprint of a token is nothing to look for.
  const value = field === 'jti' ? (twice ?? null) : null;
  return holds(twice === undefined, 'keys-share', { field, value });
}

/** Whether the answer tells how the name is handled: if it was refused as used before, no two keys share it. */
function showsOutcomeOfName({ accepted, excuse }: Pick<Creation, 'accepted' | 'excuse'>): boolean {
  return accepted || excuse === 'the name was given before';
}

function withAKeyTwice(seen: CreationsSeen): CreationsSeen | undefined {
  const [one] = seen.allKeys;
  return one === undefined ? undefined : onKeys(seen, (keys) => [...keys, one]);
}

function onKeys(
  seen: CreationsSeen,
  change: (keys: readonly KeyIdentity[]) => readonly KeyIdentity[],
): CreationsSeen {
  return { ...seen, allKeys: change(seen.allKeys) };
}

function another(value: unknown): unknown {
  return typeof value === 'number' ? value + 1 : 1;
}
