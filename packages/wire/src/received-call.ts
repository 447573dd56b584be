/** The calls of webhooks that the target makes, and how they are answered. */

/** A call that the target made, as it came. */
export interface ReceivedCall {
  /** As on the wire; lower case if the target sent lower case. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly bodyLength: number;
  /** Whether the body says anything: `null`, `{}` and `[object Object]` do not. */
  readonly hasData: boolean;
  /** Whether the caller hung up before the answer: it may give up on a slow answer, or when it is stalled itself. */
  readonly hungUp: boolean;
}

/** What a called address answers with; `json` and `error` are objects, and `no JSON` says that it is JSON. */
export const answerBodies = [
  'json',
  'error',
  'list',
  'null',
  'text',
  'html',
  'xml',
  'no JSON',
  'long text',
  'none',
] as const;

/** One of them. */
export type AnswerBody = (typeof answerBodies)[number];

/** How an address answers, if not at once and in JSON. */
export interface ReplyOptions {
  readonly body?: AnswerBody;
  /** How long it takes to answer, in milliseconds. */
  readonly delayMs?: number;
}
