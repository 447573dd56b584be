/** The rules for the section API key. */
import { every, held, judging } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import type { AnswerKind, ApiKeyBreaches as Breaches } from '../../rules/breaches/create-an-api-key.ts';
import {
  tokenClaims,
  tokenExpiry,
  tokenFault,
  type TokenPart,
} from '@outreach-api/model/records/created-key';
import { parseDateTime } from '@outreach-api/model/records/date-time';
import { textOf } from '@outreach-api/model/texts/text-of';
import { threeYearsAfter } from '@outreach-api/model/records/three-years';
import {
  each,
  eachByCreatedKey,
  ifNoneShows,
  onBodiesWithMore,
  onEmptyName,
  withClaim,
  withField,
  withParts,
  type Change,
} from './changed-creations.ts';
import { creationsIn, shownKeysIn } from './key-evidence.ts';
import type { CreationsSeen, SightingsSeen } from './keys-seen.ts';
import type { Creation } from '@outreach-api/model/records/key-creation';

const { broken, holds } = judging<Breaches>();

const day = 86_400_000;
const minute = 60_000;
const clockToleranceMs = 5 * minute;
/** `Date` is in seconds: two answers whose `Date` differs by this much are at least a second apart. */
const surelyApartMs = 2000;
/** A local time without an offset is at most this far from UTC. */
const furthestOffsetMs = 14 * 60 * minute;
const noJson: TokenPart = { base64url: true, bytes: 32, object: null };

/** KEY-04: `last_token` is a JWT in compact form. */
export const lastTokenIsAJwt: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-04',
  judge: ({ creations }) =>
    every(
      creations.map(({ token }) => {
        const fault = token === null ? null : tokenFault(token);
        return fault === null ? held : broken('token-is-no-jwt', { fault });
      }),
    ),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'an opaque text': each(
      withParts((parts) => parts.slice(0, 1).map((part) => ({ ...part, object: null }))),
    ),
    'an opaque text for a key of an empty name': onEmptyName(withParts(() => [noJson])),
    'the signature is left out': each(withParts((parts) => parts.slice(0, 2))),
    'the signature is empty': each(withParts((parts) => parts.with(2, { ...noJson, bytes: 0 }))),
    'unsigned: alg is none': each(
      withParts((parts) =>
        parts.map((part, index) => (index === 0 ? { ...part, object: { alg: 'none' } } : part)),
      ),
    ),
    'the payload is no JSON': each(
      withParts((parts) => parts.map((part, index) => (index === 1 ? { ...part, object: null } : part))),
    ),
    'padded base64': each(withParts((parts) => parts.map((part) => ({ ...part, base64url: false })))),
    'a prefix before it': each(withParts((parts) => [{ ...noJson, bytes: 4 }, ...parts])),
  },
};

/** KEY-05: if the JWT has a `jti` claim, it equals the record's `jti`. */
export const jtiClaimIsTheRecordsJti: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-05',
  judge: ({ creations }) =>
    every(
      creations.map(({ record, token }) => {
        const claim = tokenClaims(token)['jti'] ?? null;
        const jti = record?.['jti'];
        if (claim === null || typeof jti !== 'string') return held;
        // RFC 7519, 4.1.7: the claim is a string.
        const isSame = typeof claim === 'string' && claim.toLowerCase() === jti.toLowerCase();
        return holds(isSame, 'jti-claim-differs', { jti, claim });
      }),
    ),
  limitation: ifNoneShows(({ token }) => 'jti' in tokenClaims(token), 'the keys have no claim `jti`'),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'the claim is another': each(withClaim('jti', () => '00000000-0000-4000-8000-000000000000')),
    'the claim is cut': each(withClaim('jti', (jti) => textOf(jti).slice(0, -1))),
    'the claim is a number': each((one) => {
      const numbered = withField('jti', () => '7')(one);
      return numbered === undefined ? undefined : withClaim('jti', () => 7)(numbered);
    }),
    'wrong only in keys made with a created key': eachByCreatedKey(
      withClaim('jti', (jti) => `${textOf(jti)}0`),
    ),
  },
};

/** KEY-06: if the JWT has `exp`, it is 3 years after `created_at`, give or take a day. */
export const keyExpiresAfterThreeYears: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-06',
  judge: ({ creations }) =>
    every(
      creations.map(({ record, token }) => {
        const expiry = tokenExpiry(token);
        const created = parseDateTime(record?.['created_at']);
        if (expiry === null || created === null) return held;
        const { earliest, latest } = threeYearsAfter(created.at);
        return holds(expiry >= earliest - day && expiry <= latest + day, 'expiry-is-not-3-years', {
          created_at: record?.['created_at'],
          exp: tokenClaims(token)['exp'],
          days: (expiry - created.at) / day,
        });
      }),
    ),
  limitation: ifNoneShows(
    ({ token }) => tokenExpiry(token) !== null,
    'the keys have no claim `exp` that can be read',
  ),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    '3 months': each(livesFor(91)),
    '1 year': each(livesFor(365)),
    '3 times 360 days': each(livesFor(1080)),
    'a week too long': each(livesFor(1103)),
    '30 years': each(livesFor(10_957)),
    'exp is in milliseconds': each(withExpiry((expiry) => expiry * 1000)),
    'wrong only in keys made with a created key': eachByCreatedKey(livesFor(365)),
    '1 year where the body says more': onBodiesWithMore(livesFor(365)),
  },
};

/** KEY-08: `last_token` appears in no other response. */
export const lastTokenIsShownOnce: RuleDefinition<Breaches, SightingsSeen> = {
  id: 'KEY-08',
  judge: ({ sightings: [first] }) => (first === undefined ? held : broken('key-shown-again', first)),
  evidence: shownKeysIn,
  eachAnswerCounts: true,
  breaches: {
    'the list carries it': sighted('list'),
    'a later creation carries it': sighted('creation'),
    'a refusal repeats it': sighted('refusal'),
  },
};

/**
 * KEY-09: `created_at` is the time of creation by the answer's `Date`, give or take 5 minutes, or 14 hours if it
 * has no offset. That allows for clock error: two keys created one after the other do not share the same
 * millisecond.
 */
export const createdAtIsTheTimeOfCreation: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-09',
  // Some are created late in a run: by then a clock that stands still has shown, and so has the time of the key that
  // made another.
  judge: ({ creations }) =>
    every([
      ...creations.map(({ answeredAt, record }) => {
        const created = parseDateTime(record?.['created_at']);
        if (answeredAt === null || created === null) return held;
        const toleranceMs = clockToleranceMs + (created.zoned ? 0 : furthestOffsetMs);
        return holds(Math.abs(created.at - answeredAt) <= toleranceMs, 'created-at-is-off', {
          answeredAt,
          created_at: record?.['created_at'],
        });
      }),
      ...creations.map((later, at) =>
        holds(!creations.slice(0, at).some((one) => isSteady(one, later)), 'created-at-stands-still', {
          created_at: later.record?.['created_at'],
        }),
      ),
    ]),
  limitation: ifNoneShows(({ answeredAt }) => answeredAt !== null, 'the answers to creations have no `Date`'),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'two hours ahead': each(createdAtMoved(120 * minute)),
    'half an hour behind': each(createdAtMoved(-30 * minute)),
    'the epoch': each(
      withField('created_at', (value) => (parseDateTime(value) === null ? value : '1970-01-01T00:00:00')),
    ),
    'wrong only in keys made with a created key': eachByCreatedKey(createdAtMoved(-60 * minute)),
    'a day behind where the body says more': onBodiesWithMore(createdAtMoved(-24 * 60 * minute)),
    'the time is the one that the body names': onBodiesWithMore(
      createdAtMoved(-24 * 60 * minute),
      'created_at',
    ),
  },
};

function livesFor(days: number): Change {
  return (one) => {
    const created = parseDateTime(one.record?.['created_at']);
    return created === null ? undefined : withExpiry(() => created.at + days * day)(one);
  };
}

/** Changes the expiry, in milliseconds since the epoch, if it can be read. */
function withExpiry(change: (expiry: number) => number): Change {
  return (one) => {
    const expiry = tokenExpiry(one.token);
    return expiry === null ? undefined : withClaim('exp', () => Math.floor(change(expiry) / 1000))(one);
  };
}

function sighted(kind: AnswerKind) {
  return (seen: SightingsSeen): SightingsSeen | undefined =>
    seen.lookedAt[kind] > 0 ? { ...seen, sightings: [{ kind, answer: `a ${kind}` }] } : undefined;
}

/** Whether two keys, one created before the other, have the same `created_at` to the millisecond. */
function isSteady(first: Creation, later: Creation): boolean {
  const [one, other] = [first.record?.['created_at'], later.record?.['created_at']];
  const created = parseDateTime(one);
  if (created === null || one !== other) return false;
  // A value given to the second, or in full seconds, may be rounded in any way.
  if (created.grain > 1 || created.at % 1000 === 0) return false;
  if (first.answeredAt === null || later.answeredAt === null) return false;
  // Nodes that answer at the same time may not agree on it.
  if (first.together && later.together) return false;
  return (
    first.record?.['jti'] !== later.record?.['jti'] && later.answeredAt - first.answeredAt >= surelyApartMs
  );
}

/** Moves `created_at` if it has an offset. */
function createdAtMoved(byMs: number): Change {
  return (one) => {
    const created = parseDateTime(one.record?.['created_at']);
    if (created === null || !created.zoned) return undefined;
    return withField('created_at', () => new Date(created.at + byMs).toISOString())(one);
  };
}
