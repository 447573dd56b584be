/** The part of an answer that the description covers: it treats two answers that differ elsewhere as equal. */
import type { OperationId } from '@outreach-api/model/records/operation';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import type { RecordedAnswer } from './recording.ts';

/** What a target answers in the script: the answer to a test is searched for its status and body. */
export const targetAnswer = { status: 207, failure: 500, body: 'received by the target' } as const;

/** The same digits within a longer number are a coincidence. */
const asNumber = new RegExp(`(?<![\\d.])(?:${targetAnswer.status}|${targetAnswer.failure})(?!\\d)`);

const webhookFields = ['uuid', 'event', 'request_method', 'target_url'];
const keyFields = ['user_id', 'team_id', 'name'];
const profileFields = [
  'uuid',
  'team_id',
  'linkedin_server_id',
  'linkedin_browser_uuid',
  'linkedin_account_uuid',
  'mailbox_uuid',
  'assignee_user_id',
  'first_name',
  'last_name',
  'label',
  'status',
  'user_id',
  'created_at',
];

/** The described part of an answer to a request with this body, as text. */
export function describedPart(
  operation: OperationId | null,
  body: unknown,
  answer: RecordedAnswer | null,
): string {
  if (answer === null) return 'no answer';
  const { status } = answer;
  if (status === 429) return 'limited';
  if (status === 422 && operation === 'testWebhook' && isUuidAlone(body)) return 'refused with 422';
  if (status < 200 || status > 299) return 'refused';
  return operation === null ? 'taken' : `taken ${JSON.stringify(described(operation, answer))}`;
}

function isUuidAlone(body: unknown): boolean {
  return isRecord(body) && Object.keys(body).join(',') === 'uuid';
}

function described(operation: OperationId, { status, text }: RecordedAnswer): unknown {
  switch (operation) {
    case 'deleteWebhook':
    case 'deleteSenderProfile':
      return '';
    case 'testWebhook':
      return text.includes(targetAnswer.body) || status === targetAnswer.status || asNumber.test(text)
        ? 'passed on'
        : '';
    case 'listWebhooks': {
      const page = parsed(text);
      const { limit, offset, total, has_more } = page;
      const data: unknown = page['data'];
      return {
        data: Array.isArray(data) ? data.map((one) => only(webhookFields, one)) : data,
        limit,
        offset,
        total,
        has_more,
      };
    }
    case 'createApiKey': {
      const key = parsed(text);
      return { ...only(keyFields, key), ...timesOf(key) };
    }
    case 'getSenderProfile':
    case 'updateSenderProfile':
      return { ...only(profileFields, parsed(text)), ...orderOf(parsed(text)) };
    default:
      return operation satisfies never;
  }
}

function only(names: readonly string[], value: unknown): JsonObject {
  const record = isRecord(value) ? value : {};
  return Object.fromEntries(
    names.map((name) => {
      const field = record[name];
      return [name, name.endsWith('_at') ? Date.parse(String(field)) : field];
    }),
  );
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Claims may be absent; the times have their tolerances. */
function timesOf({ jti, last_token, created_at }: JsonObject): JsonObject {
  const [, payload = ''] = String(last_token).split('.');
  const claims = parsed(Buffer.from(payload, 'base64url').toString());
  const created = Date.parse(String(created_at));
  const lives = Number(claims['exp']) * 1000 - created;
  return {
    created_at: Math.abs(created - Date.now()) < 5 * minute ? 'now' : created_at,
    exp: claims['exp'] === undefined || Math.abs(lives - 1095.5 * day) < 2 * day ? 'fits' : lives,
    jti: typeof jti,
    claim: claims['jti'] === undefined || claims['jti'] === jti ? 'fits' : claims['jti'],
  };
}

/** The exact time of an update is open. */
function orderOf({ created_at, updated_at }: JsonObject): JsonObject {
  return { 'updated after its creation': Date.parse(String(updated_at)) >= Date.parse(String(created_at)) };
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : { 'no object': value };
  } catch {
    return { 'no JSON': text };
  }
}
