/** An exchange as rules judge it: who asked for what, and what was answered. */
import type { CreatedKey } from '../records/created-key.ts';
import type { OperationId } from '../session/api.ts';

/** Who asked: with a key of the account, made through the API or not, of another account, or whoever must be refused. */
export type CallerKind = 'main key' | 'created key' | 'other account' | 'intruder';

/** Who asked. */
export interface Caller {
  readonly kind: CallerKind;
  /** In words. */
  readonly name: string;
}

/** An answer as rules judge it. */
export interface AnswerSeen {
  readonly status: number;
  readonly ok: boolean;
  /** The body; undefined where it is no JSON, and where it may hold a new key: see {@link ExchangeSeen.key}. */
  readonly json: unknown;
}

/** An exchange as rules judge it. */
export interface ExchangeSeen {
  /** When it was sent, the first time, in milliseconds since the epoch. */
  readonly at: number;
  /** Null where it was none of the seven. */
  readonly operation: OperationId | null;
  readonly caller: Caller;
  /** From the base address on, query included. */
  readonly path: string;
  /** The JSON that was sent, or the text where it was none; undefined where nothing was. */
  readonly sent: unknown;
  /** Null where there was none. */
  readonly answer: AnswerSeen | null;
  /** What the answer to a creation says, without the key. */
  readonly key: CreatedKey | null;
  /** Keys that the answer shows, and must not, in words. */
  readonly shows: readonly string[];
  /**
   * How many writes to the record that the path names the suite had begun when it was sent and when it was answered,
   * itself among them; null where others were under way.
   */
  readonly writes: readonly [sent: number, answered: number] | null;
}

const ofLists: Readonly<Record<string, OperationId>> = {
  'POST /id/api/jwt-tokens/create-api-key': 'createApiKey',
  'GET /integrations/api/webhooks': 'listWebhooks',
  'POST /integrations/api/webhooks/test': 'testWebhook',
};
const ofRecords: Readonly<Record<string, OperationId>> = {
  'DELETE /integrations/api/webhooks/': 'deleteWebhook',
  'GET /flows/api/sender-profiles/': 'getSenderProfile',
  'PUT /flows/api/sender-profiles/': 'updateSenderProfile',
  'DELETE /flows/api/sender-profiles/': 'deleteSenderProfile',
};

/** The operation that a request asks for; null where it is none of the seven. */
export function operationOf(method: string, path: string): OperationId | null {
  const at = path.indexOf('?');
  const request = `${method} ${at < 0 ? path : path.slice(0, at)}`;
  const record = request.lastIndexOf('/') + 1;
  return (
    ofLists[request] ?? (record < request.length ? ofRecords[request.slice(0, record)] : undefined) ?? null
  );
}

/** The uuid in the path of a request, or whatever stands in its place; null where there is none. */
export function uuidIn({ path }: Pick<ExchangeSeen, 'path'>): string | null {
  const last = /\/(?:webhooks|sender-profiles)\/([^/?]+)$/.exec(path)?.[1];
  return last === undefined || last === 'test' ? null : decodeURIComponent(last);
}

/** See {@link ExchangeSeen.sent}. */
export function sentIn(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
