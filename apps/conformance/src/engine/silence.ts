/** Finds requests that got no answer: the connection was closed or reset. */
import type { OperationId } from '../session/api.ts';
import type { Exchange } from '../records/exchange.ts';
import { shapeOf } from '../http/patience.ts';
import { requestOf } from '../session/request-of.ts';

/** The requests to which a statement demands an answer. */
export interface AnswerDemanded {
  readonly operations: readonly OperationId[];
  /** Whose requests; everybody's where not set. */
  readonly callers?: readonly string[];
}

/** How the requests of one run fared to which a statement demands an answer. */
export interface Fared {
  /** The first that got none; null where each did. */
  readonly cut: Exchange | null;
  /** Whether any was answered. */
  readonly answered: boolean;
}

/** Tells how the requests fared to which a statement demands an answer; controls are not among them. */
export function faredIn(exchanges: readonly Exchange[], { operations, callers }: AnswerDemanded): Fared {
  const demanded = exchanges.filter(
    ({ role, caller, request }) =>
      role === 'subject' &&
      callers?.includes(caller) !== false &&
      operations.some((operation) => requestOf[operation] === shapeOfRequest(request)),
  );
  return {
    cut: demanded.find(({ isCut }) => isCut === true) ?? null,
    answered: demanded.some(({ answer }) => answer !== null),
  };
}

/** Method and path, with uuids as `{uuid}`. */
export function shapeOfRequest({ method, url }: Exchange['request']): string {
  const path = new URL(url).pathname;
  return `${method} ${shapeOf(path.slice(path.search(/\/(?:id|integrations|flows)\/api\//)))}`;
}
