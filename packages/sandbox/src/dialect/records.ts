/** Dialect rows about writes: API keys, webhook tests and sender profiles; and about the rate limit. */
import { dimension } from './dimension.ts';

export const keysDialect = {
  jwtAlgorithm: dimension({
    row: 'KEY-90',
    asks: 'How are keys signed?',
    readings: {
      HS256: 'HMAC with SHA-256.',
      HS512: 'HMAC with SHA-512.',
      RS256: 'RSA with SHA-256.',
      ES256: 'ECDSA on P-256.',
      EdDSA: 'Ed25519.',
    },
    default: 'HS256',
  }),
  jwtExp: dimension({
    row: 'KEY-90',
    asks: 'Does the JWT carry `exp`?',
    readings: { present: 'It does.', absent: 'It does not; the server knows when the key expires.' },
    default: 'present',
  }),
  jwtJti: dimension({
    row: 'KEY-90',
    asks: 'Does the JWT carry `jti`?',
    readings: { present: 'It does.', absent: 'It does not.' },
    default: 'present',
  }),
  jwtClaims: dimension({
    row: 'KEY-90',
    asks: 'Which other claims does the JWT carry?',
    readings: {
      usual: '`sub`, `iat`, `team_id` and `name`.',
      minimal: '`sub` alone.',
      wide: '`sub`, `iat`, `nbf`, `iss`, `aud`, `team_id` and `scopes`.',
    },
    default: 'usual',
  }),
  jtiForm: dimension({
    row: 'KEY-90',
    asks: 'What does a `jti` look like?',
    readings: {
      uuid: 'A UUID.',
      hex: '32 hexadecimal digits.',
      prefixed: '`key_` and 24 letters and digits.',
    },
    default: 'uuid',
  }),
  threeYears: dimension({
    row: 'KEY-90',
    asks: 'How are 3 years counted?',
    readings: {
      calendar: 'As calendar years.',
      '1095-days': 'As 1,095 days.',
      '1096-days': 'As 1,096 days.',
    },
    default: 'calendar',
  }),
  keyTeam: dimension({
    row: 'KEY-90',
    asks: 'Does the record of a key say its team?',
    readings: { shown: 'team_id is its number.', null: 'team_id is null.' },
    default: 'shown',
  }),
  keyNames: dimension({
    row: 'unmentioned',
    asks: 'May two keys have one name?',
    readings: { any: 'They may.', unique: 'The second is refused.' },
    default: 'any',
  }),
  keyQuota: dimension({
    row: 'unmentioned',
    asks: 'How many keys may be created?',
    readings: { none: 'As many as one likes.', 8: 'Eight; further ones are refused, whatever their name.' },
    default: 'none',
  }),
  keyRotation: dimension({
    row: 'KEY-90',
    asks: 'What becomes of the created keys of a user when another one is made?',
    readings: { kept: 'They stay good.', replaced: 'They are revoked.' },
    default: 'kept',
  }),
};

export const textDialect = {
  emptyText: dimension({
    row: 'KEY-90',
    asks: 'What becomes of an empty name?',
    readings: { refused: 'It is refused.', taken: 'It is taken.' },
    default: 'refused',
  }),
  longText: dimension({
    row: 'KEY-90',
    asks: 'How long may a name or label be, in code points?',
    readings: { 'to-255': 'Up to 255.', 'to-50': 'Up to 50.', any: 'As long as it likes.' },
    default: 'to-255',
  }),
  nameTrimming: dimension({
    row: 'PROF-90',
    asks: 'What becomes of white space at the ends of a name or label?',
    readings: { kept: 'It is kept.', trimmed: 'It is removed.', refused: 'It is refused.' },
    default: 'kept',
  }),
  wrongTypes: dimension({
    row: 'PROF-90',
    asks: 'What becomes of a value of a wrong type?',
    readings: {
      refused: 'It is refused.',
      'to-text': 'A number or boolean becomes its text; anything else is refused.',
    },
    default: 'refused',
  }),
  unknownFields: dimension({
    row: 'PROF-90',
    asks: 'What becomes of a field that the description does not name?',
    readings: { ignored: 'It is ignored.', refused: 'The body is refused.' },
    default: 'ignored',
  }),
};

export const webhooksDialect = {
  deleteTwice: dimension({
    row: 'HOOK-90',
    asks: 'What does deleting something that is not there do?',
    readings: {
      refused: 'It is refused as not found.',
      confirmed: 'It is confirmed like a delete.',
    },
    default: 'refused',
  }),
  webhookTestAnswer: dimension({
    row: 'HOOK-90',
    asks: "How is the target's response returned?",
    readings: {
      'status-and-body': '`{"status": …, "body": …}`.',
      'pass-through': "As the answer itself: the target's status, type and body.",
      'status-only': '`{"status_code": …}`.',
      'body-only': '`{"response": {"body": …}}`.',
      nested:
        '`{"request": …, "response": {"status", "headers", "body"}}`, the body decoded where it is JSON.',
    },
    default: 'status-and-body',
  }),
  webhookTestStatus: dimension({
    row: 'unmentioned',
    asks: 'Which success status does a test have (where the answer is not passed through)?',
    readings: { 200: 'It answers 200.', 201: 'It answers 201.', 202: 'It answers 202.' },
    default: '200',
  }),
  otherMethods: dimension({
    row: 'HOOK-90',
    asks: 'Which request methods besides POST may a webhook use?',
    readings: {
      any: 'GET, PUT, PATCH, DELETE, HEAD and OPTIONS.',
      get: 'GET only.',
      put: 'PUT only.',
      patch: 'PATCH only.',
      delete: 'DELETE only.',
    },
    default: 'any',
  }),
  targetFailure: dimension({
    row: 'HOOK-90',
    asks: 'What does a test answer whose target cannot be reached or hangs?',
    readings: {
      502: 'It answers 502.',
      504: 'It answers 504.',
      422: 'It answers 422.',
      200: 'It succeeds and reports the error in its body.',
    },
    default: '502',
  }),
  failingTarget: dimension({
    row: 'HOOK-90',
    asks: 'How often does a test call a target that answers with a failure?',
    readings: {
      once: 'Once.',
      'three-times': 'Three times, one right after the other.',
      later: 'Once more, half a second later.',
    },
    default: 'once',
  }),
  unknownEvent: dimension({
    row: 'HOOK-90',
    asks: 'What becomes of a test for an event that the server does not know?',
    readings: { taken: 'A general payload is sent.', refused: 'It is refused.' },
    default: 'taken',
  }),
  testOfUnknownWebhook: dimension({
    row: 'HOOK-90',
    asks: 'What becomes of a full test whose uuid no webhook has?',
    readings: { taken: 'The uuid is ignored.', refused: 'It is refused as not found.' },
    default: 'taken',
  }),
  payloadShape: dimension({
    row: 'HOOK-90',
    asks: 'What does a sample payload look like?',
    readings: {
      'event-and-data': '`{"event": …, "data": {…}}`.',
      flat: 'One flat object of placeholders.',
      list: 'An array with one such object.',
    },
    default: 'event-and-data',
  }),
};

export const profilesDialect = {
  omittedOnUpdate: dimension({
    row: 'PROF-90',
    asks: 'What becomes of a field that an update does not name?',
    readings: { kept: 'It is kept.', cleared: 'It is cleared: the label to null, names to empty text.' },
    default: 'kept',
  }),
  labelNull: dimension({
    row: 'PROF-90',
    asks: 'What does `label: null` do?',
    readings: { stored: 'The label becomes null.', refused: 'It is refused.', ignored: 'It is ignored.' },
    default: 'stored',
  }),
  emptyUpdate: dimension({
    row: 'PROF-90',
    asks: 'What becomes of an update that names no field?',
    readings: { taken: 'It succeeds.', refused: 'It is refused.' },
    default: 'taken',
  }),
  updatedAt: dimension({
    row: 'PROF-90',
    asks: 'When does updated_at move?',
    readings: {
      'each-update': 'With each update.',
      'on-change': 'With an update that changes something.',
      never: 'It stays at the time of creation.',
    },
    default: 'each-update',
  }),
  scheduleShown: dimension({
    row: 'PROF-90',
    asks: 'Does the record show its schedule?',
    readings: { hidden: 'It does not.', shown: 'It does, as it was sent, or null.' },
    default: 'hidden',
  }),
  profileStatus: dimension({
    row: 'unmentioned',
    asks: 'Which values does status have?',
    readings: {
      enabled: '`enabled` alone, unless a test makes a profile with another.',
      various: '`enabled`, `paused` and `needs_login`.',
    },
    default: 'enabled',
  }),
};

export const limitsDialect = {
  rateLimitHeaders: dimension({
    row: 'RATE-90',
    asks: 'Does a 429 say when to come back?',
    readings: {
      none: 'It does not.',
      seconds: 'By `Retry-After` in seconds, rounded up.',
      date: 'By `Retry-After` as a date.',
      draft: 'By `RateLimit` headers of the IETF draft.',
    },
    default: 'seconds',
  }),
  rateLimitWindow: dimension({
    row: 'RATE-90',
    asks: 'How does the limit count?',
    readings: {
      fixed: 'In windows of a fixed length, which begin with a request.',
      bucket: 'As a bucket of tokens that fills at a steady rate.',
      sliding: 'Over the time before each request, refused requests among them.',
    },
    default: 'fixed',
  }),
  rateLimitScope: dimension({
    row: 'RATE-90',
    asks: 'Which requests of an account are counted together?',
    readings: { all: 'All of them.', operation: 'Those of each operation.' },
    default: 'all',
  }),
  rateLimitOfOthers: dimension({
    row: 'RATE-90',
    asks: 'Have all accounts the same limit?',
    readings: { same: 'They have.', lower: 'That of the second account is a tenth.' },
    default: 'same',
  }),
};
