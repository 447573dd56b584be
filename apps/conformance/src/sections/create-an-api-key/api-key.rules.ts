/** The rules for the section API key. */
import { broken, every, held, holds } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import type { AnswerKind } from '../../records/breaches/create-an-api-key.ts';
import { tokenClaims, tokenExpiry, tokenFault, type TokenPart } from '../../records/created-key.ts';
import { parseDateTime } from '../../records/date-time.ts';
import { textOf } from '../../texts/text-of.ts';
import { threeYearsAfter } from '../../records/three-years.ts';
import {
  ifNoneShows,
  onBodiesWithMore,
  onCreations,
  onEmptyName,
  onTokens,
  withClaim,
  withField,
} from './changed-creations.ts';
import { creationsIn, shownKeysIn } from './key-evidence.ts';
import type { CreationsSeen, SightingsSeen } from './keys-seen.ts';
import type { Creation } from '../../records/key-creation.ts';

const day = 86_400_000;
const noJson: TokenPart = { base64url: true, bytes: 32, object: null };

/** KEY-04: `last_token` is a JWT in compact form. */
export const lastTokenIsAJwt: RuleDefinition<CreationsSeen> = {
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
    'an opaque text': (seen) =>
      onTokens(seen, (parts) => parts.slice(0, 1).map((part) => ({ ...part, object: null }))),
    'an opaque text for a key of an empty name': (seen) =>
      onEmptyName(seen, (one) =>
        one.token === null ? undefined : { ...one, token: { ...one.token, parts: [noJson] } },
      ),
    'the signature is left out': (seen) => onTokens(seen, (parts) => parts.slice(0, 2)),
    'the signature is empty': (seen) =>
      onTokens(seen, (parts) => parts.with(2, { base64url: true, bytes: 0, object: null })),
    'unsigned: alg is none': (seen) =>
      onTokens(seen, ([header, ...rest]) =>
        header === undefined ? [] : [{ ...header, object: { alg: 'none' } }, ...rest],
      ),
    'the payload is no JSON': (seen) =>
      onTokens(seen, (parts) => parts.map((part, index) => (index === 1 ? { ...part, object: null } : part))),
    'padded base64': (seen) =>
      onTokens(seen, (parts) => parts.map((part) => ({ ...part, base64url: false }))),
    'a prefix before it': (seen) =>
      onTokens(seen, (parts) => [{ base64url: true, bytes: 4, object: null }, ...parts]),
  },
};

/** KEY-05: if the JWT has a `jti` claim, it equals the record's `jti`. */
export const jtiClaimIsTheRecordsJti: RuleDefinition<CreationsSeen> = {
  id: 'KEY-05',
  judge: ({ creations }) =>
    every(
      creations.map(({ record, token }) => {
        const claim = tokenClaims(token)['jti'] ?? null;
        const jti = record?.['jti'];
        if (claim === null || typeof jti !== 'string') return held;
        return holds(
          // RFC 7519, 4.1.7: the claim is a string.
          typeof claim === 'string' && claim.toLowerCase() === jti.toLowerCase(),
          'jti-claim-differs',
          { jti, claim },
        );
      }),
    ),
  limitation: (seen) =>
    ifNoneShows(seen, ({ token }) => 'jti' in tokenClaims(token), 'the keys have no claim `jti`'),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    'the claim is another': (seen) =>
      onCreations(
        seen,
        withClaim('jti', () => '00000000-0000-4000-8000-000000000000'),
      ),
    'the claim is cut': (seen) =>
      onCreations(
        seen,
        withClaim('jti', (jti) => textOf(jti).slice(0, -1)),
      ),
    'the claim is a number': (seen) =>
      onCreations(seen, (one) => {
        const numbered = withField('jti', () => '7')(one);
        return numbered === undefined ? undefined : withClaim('jti', () => 7)(numbered);
      }),
    'wrong only in keys made with a created key': (seen) =>
      onCreations(seen, (one) =>
        one.by === 'created key' ? withClaim('jti', (jti) => `${textOf(jti)}0`)(one) : undefined,
      ),
  },
};

/** KEY-06: if the JWT has `exp`, it is 3 years after `created_at`, give or take a day. */
export const keyExpiresAfterThreeYears: RuleDefinition<CreationsSeen> = {
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
  limitation: (seen) =>
    ifNoneShows(
      seen,
      ({ token }) => tokenExpiry(token) !== null,
      'the keys have no claim `exp` that can be read',
    ),
  evidence: creationsIn,
  eachAnswerCounts: true,
  breaches: {
    '3 months': (seen) => onCreations(seen, livesFor(91)),
    '1 year': (seen) => onCreations(seen, livesFor(365)),
    '3 times 360 days': (seen) => onCreations(seen, livesFor(1080)),
    'a week too long': (seen) => onCreations(seen, livesFor(1103)),
    '30 years': (seen) => onCreations(seen, livesFor(10_957)),
    'exp is in milliseconds': (seen) =>
      onCreations(
        seen,
        withExpiry((expiry) => expiry * 1000),
      ),
    'wrong only in keys made with a created key': (seen) =>
      onCreations(seen, (one) => (one.by === 'created key' ? livesFor(365)(one) : undefined)),
    '1 year where the body says more': (seen) => onBodiesWithMore(seen, livesFor(365)),
  },
};

/** KEY-08: `last_token` appears in no other response. */
export const lastTokenIsShownOnce: RuleDefinition<SightingsSeen> = {
  id: 'KEY-08',
  judge: ({ sightings }) => {
    const [first] = sightings;
    return first === undefined ? held : broken('key-shown-again', first);
  },
  evidence: shownKeysIn,
  eachAnswerCounts: true,
  breaches: {
    'the list carries it': (seen) => sighted(seen, 'list'),
    'a later creation carries it': (seen) => sighted(seen, 'creation'),
    'a refusal repeats it': (seen) => sighted(seen, 'refusal'),
  },
};

function livesFor(days: number): (one: Creation) => Creation | undefined {
  return (one) => {
    const created = parseDateTime(one.record?.['created_at']);
    return created === null ? undefined : withExpiry(() => created.at + days * day)(one);
  };
}

/** A creation with a changed expiry, in milliseconds since the epoch, if its own can be read. */
function withExpiry(change: (expiry: number) => number): (one: Creation) => Creation | undefined {
  return (one) => {
    const expiry = tokenExpiry(one.token);
    return expiry === null ? undefined : withClaim('exp', () => Math.floor(change(expiry) / 1000))(one);
  };
}

function sighted(seen: SightingsSeen, kind: AnswerKind): SightingsSeen | undefined {
  return seen.lookedAt[kind] > 0 ? { ...seen, sightings: [{ kind, answer: `a ${kind}` }] } : undefined;
}
