/** Dialect rows about answers in general: status codes, error bodies, how JSON and dates are written, the transport. */
import { dimension } from './dimension.ts';

export const answersDialect = {
  successStatusOfRead: dimension({
    row: 'unmentioned',
    asks: 'Which success status do reading and listing have?',
    readings: { 200: 'They answer 200.', 203: 'They answer 203, as behind a transforming proxy.' },
    default: '200',
  }),
  successStatusOfCreate: dimension({
    row: 'unmentioned',
    asks: 'Which success status does creating a key have?',
    readings: {
      201: 'It answers 201.',
      200: 'It answers 200.',
      202: 'It answers 202; the key works at once.',
    },
    default: '201',
  }),
  successStatusOfUpdate: dimension({
    row: 'unmentioned',
    asks: 'Which success status does an update have, and when does it take effect?',
    readings: {
      200: 'It answers 200 when the update is stored.',
      201: 'It answers 201 when the update is stored.',
      202: 'It answers 202, and the update is stored 50 ms later.',
    },
    default: '200',
  }),
  successStatusOfDelete: dimension({
    row: 'unmentioned',
    asks: 'Which success status does a delete have, and when does it take effect?',
    readings: {
      204: 'It answers 204 when the record is gone.',
      200: 'It answers 200 when the record is gone.',
      202: 'It answers 202, and the record is gone 50 ms later.',
    },
    default: '204',
  }),
  deleteConfirmation: dimension({
    row: 'unmentioned',
    asks: 'Which body confirms a delete (where the status admits one)?',
    readings: {
      none: 'The body is empty.',
      deleted: 'The body is `{"deleted": true, "uuid": …}`.',
      message: 'The body is `{"message": …}`.',
      text: 'The body is a line of plain text.',
    },
    default: 'none',
  }),
  missingCredentialStatus: dimension({
    row: 'unmentioned',
    asks: 'Which status has a request without a credential?',
    readings: {
      401: 'It is answered 401.',
      403: 'It is answered 403.',
      404: 'It is answered 404, as if nothing were there.',
      400: 'It is answered 400.',
      302: 'It is redirected to a login page.',
    },
    default: '401',
  }),
  badCredentialStatus: dimension({
    row: 'unmentioned',
    asks: 'Which status has a request whose credential is not a valid key?',
    readings: {
      401: 'It is answered 401.',
      403: 'It is answered 403.',
      404: 'It is answered 404.',
      400: 'It is answered 400.',
    },
    default: '401',
  }),
  otherAccountStatus: dimension({
    row: 'unmentioned',
    asks: "Which status has a request for another account's record?",
    readings: {
      'as-unknown': 'It is answered like a uuid that no record has.',
      404: 'It is answered 404.',
      403: 'It is answered 403.',
      401: 'It is answered 401.',
    },
    default: 'as-unknown',
  }),
  notFoundStatus: dimension({
    row: 'unmentioned',
    asks: 'Which status has a request for a record that does not exist?',
    readings: {
      404: 'It is answered 404.',
      410: 'It is answered 410.',
      403: 'It is answered 403.',
      400: 'It is answered 400.',
      500: 'It is answered 500.',
    },
    default: '404',
  }),
  malformedUuidStatus: dimension({
    row: 'PROF-90',
    asks: 'Which status has a path whose uuid is not a UUID?',
    readings: { 404: 'It is answered 404.', 400: 'It is answered 400.', 422: 'It is answered 422.' },
    default: '404',
  }),
  invalidBodyStatus: dimension({
    row: 'unmentioned',
    asks: 'Which status has a body that is not acceptable (the uuid-only test apart)?',
    readings: {
      422: 'It is answered 422.',
      400: 'It is answered 400.',
      409: 'It is answered 409.',
      500: 'It is answered 500.',
    },
    default: '422',
  }),
  invalidQueryStatus: dimension({
    row: 'PAGE-90',
    asks: 'Which status has a query that is not acceptable?',
    readings: { 400: 'It is answered 400.', 422: 'It is answered 422.', 416: 'It is answered 416.' },
    default: '400',
  }),
  unknownPathStatus: dimension({
    row: 'unmentioned',
    asks: 'Which status has a path that the description does not name?',
    readings: { 404: 'It is answered 404.', 403: 'It is answered 403.', 501: 'It is answered 501.' },
    default: '404',
  }),
  errorBody: dimension({
    row: 'unmentioned',
    asks: 'Which body does a refusal have?',
    readings: {
      'problem-json': 'application/problem+json with title, status and detail.',
      error: '`{"error": …}` with a sentence.',
      details: '`{"detail": [{"msg": …}]}`, as FastAPI has it.',
      html: 'A small HTML page.',
      text: 'A line of plain text.',
      empty: 'No body.',
      'like-success': '`{"data": [], "message": …}` with the refusing status.',
    },
    default: 'problem-json',
  }),
  jsonText: dimension({
    row: 'unmentioned',
    asks: 'How is JSON written?',
    readings: {
      compact: 'In one line, characters as they are.',
      indented: 'Indented by two spaces.',
      escaped: 'In one line, everything outside ASCII and every `/` escaped.',
    },
    default: 'compact',
  }),
  jsonContentType: dimension({
    row: 'unmentioned',
    asks: 'Which Content-Type do JSON answers have?',
    readings: {
      plain: '`application/json`.',
      charset: '`application/json; charset=utf-8`.',
      'upper-case': '`Application/JSON; Charset=UTF-8`.',
    },
    default: 'plain',
  }),
  dateFormat: dimension({
    row: 'unmentioned',
    asks: 'How are date-times written?',
    readings: {
      milliseconds: 'In UTC with milliseconds and `Z`.',
      seconds: 'In UTC with whole seconds and `Z`.',
      microseconds: 'In UTC with microseconds and `Z`.',
      offset: 'At the offset `+02:00` with milliseconds.',
      'utc-offset': 'With microseconds and `+00:00`, as Python has it.',
    },
    default: 'milliseconds',
  }),
  uuidCase: dimension({
    row: 'unmentioned',
    asks: 'In which letter case are UUIDs written?',
    readings: { lower: 'Lower case.', upper: 'Upper case.' },
    default: 'lower',
  }),
  dateHeader: dimension({
    row: 'unmentioned',
    asks: 'Does an answer carry the header Date?',
    readings: { sent: 'It does.', absent: 'It does not.' },
    default: 'sent',
  }),
  connection: dimension({
    row: 'unmentioned',
    asks: 'What becomes of the connection after an answer?',
    readings: { 'keep-alive': 'It is kept open.', close: 'It is closed.' },
    default: 'keep-alive',
  }),
  compression: dimension({
    row: 'unmentioned',
    asks: 'Are answers compressed for a client that accepts it?',
    readings: { none: 'They are not.', gzip: 'They are sent gzip-coded.' },
    default: 'none',
  }),
  transfer: dimension({
    row: 'unmentioned',
    asks: 'How is the length of a body given?',
    readings: { length: 'By Content-Length.', chunked: 'It is sent in chunks, its length unsaid.' },
    default: 'length',
  }),
  contentTypeCheck: dimension({
    row: 'unmentioned',
    asks: 'What becomes of a request body that is not declared as application/json?',
    readings: { ignored: 'It is read as JSON all the same.', refused: 'It is refused with 415.' },
    default: 'ignored',
  }),
};
