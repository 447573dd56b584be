/** The KEY rules on a new key's record and name (Create an API key). */
import type { ApiKeyBreaches as Breaches } from '../../rules/breaches/create-an-api-key.ts';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { faultsOf } from '@outreach-api/model/records/shape';
import { isSameText } from '@outreach-api/model/texts/same-text';
import { textOf } from '@outreach-api/model/texts/text-of';
import {
  each,
  eachByCreatedKey,
  eachName,
  onBodiesWithMore,
  onEmptyName,
  withField,
  withoutField,
} from './changed-creations.ts';
import { creationsIn, keysOfOneRun, namelessCreationsIn } from './key-evidence.ts';
import type { Creation, KeyIdentity, KeyMaker } from '@outreach-api/model/records/key-creation';
import type { CreationsSeen, NamelessSeen } from './keys-seen.ts';

const { holds, same, shownBy } = judging<Breaches>();

const asAccepted = { accepted: true, status: 201, isMade: false };

/**
 * KEY-01: creating with a name succeeds and returns the six fields with their types.
 *
 * The description says neither that two keys may share a name nor how many keys there may be, so a refusal for
 * such a reason does not concern the name. If an earlier run has used a name, a similar one replaces it.
 */
export const creatingReturnsTheKey: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-01',
  demandsSuccess: { operations: ['createApiKey'] },
  demandsAnswer: { operations: ['createApiKey'] },
  judge: ({ creations }) =>
    every(
      creations.map(({ accepted, excuse, name, record, status }) => {
        const faults = accepted ? faultsOf('ApiKey', record) : [];
        const judgement = accepted
          ? holds(faults.length === 0, 'key-fields', { faults })
          : holds(excuse !== null, 'key-refused', { name, status });
        return shownBy(judgement, { operations: ['createApiKey'], statuses: [status] });
      }),
    ),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'creating is refused': each((one) => ({ ...one, accepted: false, excuse: null })),
    'one of two at the same time is refused': eachByCreatedKey((one) =>
      one.together ? { ...one, accepted: false, status: 500 } : undefined,
    ),
    'a name of one letter is refused': each((one) =>
      Array.from(one.name).length === 1 ? { ...one, accepted: false, excuse: null, status: 422 } : undefined,
    ),
    'a field is missing where the body says more': onBodiesWithMore(withoutField('created_at')),
    'an empty name comes back as null': onEmptyName(withField('name', () => null)),
    'the answer is empty': each((one) => ({ ...one, record: undefined, token: null })),
    'jti is missing': each(withoutField('jti')),
    'user_id is text': each(withField('user_id', textOf)),
    'team_id is missing': each(withoutField('team_id')),
    'name is missing': each(withoutField('name')),
    'last_token is missing': each(withoutField('last_token')),
    'created_at is a number': each(withField('created_at', () => 1_763_700_000)),
    'created_at has a blank and no offset': each(withField('created_at', () => '2026-11-20 12:00:00')),
  },
};

/** KEY-02: `name` is the name given. Leading and trailing white space is ignored. */
export const nameIsTheNameGiven: RuleDefinition<Breaches, CreationsSeen> = {
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
    'cut at 32 characters': eachName((name) => Array.from(name).slice(0, 32).join('')),
    'cut at 49 characters': eachName((name) => Array.from(name).slice(0, 49).join('')),
    'cut at 50 bytes': eachName((name) => Buffer.from(name).subarray(0, 50).toString()),
    'letters outside ASCII are lost': eachName((name) => name.replaceAll(/[^ -~]/g, '?')),
    'letters outside the BMP are lost': eachName((name) =>
      name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
    ),
    'letters lose their accents': eachName((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    'apostrophes are escaped': eachName((name) => name.replaceAll("'", '&#39;')),
    'in lower case': eachName((name) => name.toLowerCase()),
    'spaces are replaced': eachName((name) => name.replaceAll(' ', '-')),
    'each key has one and the same name': eachName(() => 'API key'),
    'another name in place of an empty one': onEmptyName(withField('name', () => 'unnamed')),
    'another name where the body says more': onBodiesWithMore(withField('name', () => 'imported')),
  },
};

/** KEY-03: a body without `name` is refused. The control is a key created with one. */
export const nameIsRequired: RuleDefinition<Breaches, NamelessSeen> = {
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
      isRecord(body) && Object.keys(body).length === 0 ? asAccepted : undefined,
    'any other field will do': (seen, body) =>
      isRecord(body) && Object.keys(body).length > 0 ? asAccepted : undefined,
    'what is no object is taken': (seen, body) => (isRecord(body) ? undefined : asAccepted),
    'a key is made by a body that is refused': (seen) =>
      seen.accepted ? undefined : { ...seen, isMade: true },
  },
};

/** KEY-07: no two creations of the session share `jti` or `last_token`, not even concurrent ones. */
export const noTwoKeysAreOne: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-07',
  judge: ({ allKeys }) =>
    every([
      noneTwice('jti', allKeys, ({ jti }) => (typeof jti === 'string' ? jti : null)),
      noneTwice('last_token', allKeys, ({ fingerprint }) => fingerprint),
    ]),
  evidence: keysOfOneRun,
  breaches: {
    'jti is the same for all': eachKey((key) => ({ ...key, jti: 'key' })),
    'jti is shared at the same time': eachKey((key) => (key.together ? { ...key, jti: 'key' } : key)),
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
    'last_token is the same for all': eachKey((key) => ({ ...key, fingerprint: 'one' })),
    'last_token is shared at the same time': eachKey((key) =>
      key.together ? { ...key, fingerprint: 'one' } : key,
    ),
  },
};

/** KEY-10: keys created by one caller share one `team_id` and one `user_id`, also when created with a new key. */
export const keysOfOneCallerAreOfOneTeam: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-10',
  judge: ({ creations }) => {
    const recordsBy = (isMeant: (by: KeyMaker) => boolean): readonly JsonObject[] =>
      creations
        .filter(({ by }) => isMeant(by))
        .flatMap(({ record }) => (record === undefined ? [] : [record]));
    const ofEachCaller = [
      recordsBy((by) => by !== 'another account'),
      recordsBy((by) => by === 'another account'),
    ];
    return every(
      ofEachCaller.flatMap((records) => [allAlike('team_id', records), allAlike('user_id', records)]),
    );
  },
  evidence: keysOfOneRun,
  breaches: {
    'a key made with a created key has another team': eachByCreatedKey(withField('team_id', another)),
    'a key made with a created key has another user': eachByCreatedKey(withField('user_id', another)),
    'the team is the one that the body names': onBodiesWithMore(withField('team_id', another), 'team_id'),
    'the user is the one that the body names': onBodiesWithMore(withField('user_id', another), 'user_id'),
    'each key has a user of its own': (seen) => {
      let users = 0;
      return each(withField('user_id', () => (users += 1)))(seen);
    },
  },
};

function allAlike(field: string, records: readonly JsonObject[]): Judgement<Breaches> {
  const shown = records.filter((record) => field in record).map((record) => record[field]);
  const values = [...new Map(shown.map((value) => [JSON.stringify(value), value])).values()];
  return holds(values.length <= 1, 'keys-of-one-caller-differ', { field, values });
}

/** Whether the answer holds a key at all: an echo of the request has the right name, too. */
function isKey({ record, token }: Creation): boolean {
  return typeof record?.['jti'] === 'string' && token !== null;
}

function noneTwice(
  field: string,
  keys: readonly KeyIdentity[],
  valueOf: (key: KeyIdentity) => string | null,
): Judgement<Breaches> {
  const values = keys.flatMap((key) => valueOf(key) ?? []);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  // The fingerprint of a token is nothing to look for.
  return holds(twice === undefined, 'keys-share', { field, value: field === 'jti' ? (twice ?? null) : null });
}

/** Whether the answer shows how the name is handled: if it was refused as used before, no two keys share it. */
function showsOutcomeOfName({ accepted, excuse }: Pick<Creation, 'accepted' | 'excuse'>): boolean {
  return accepted || excuse === 'the name was given before';
}

function withAKeyTwice(seen: CreationsSeen): CreationsSeen | undefined {
  const { allKeys } = seen;
  return allKeys.length === 0 ? undefined : { ...seen, allKeys: [...allKeys, ...allKeys.slice(0, 1)] };
}

function eachKey(change: (key: KeyIdentity) => KeyIdentity) {
  return (seen: CreationsSeen): CreationsSeen => ({ ...seen, allKeys: seen.allKeys.map(change) });
}

function another(value: unknown): unknown {
  return typeof value === 'number' ? value + 1 : 1;
}
