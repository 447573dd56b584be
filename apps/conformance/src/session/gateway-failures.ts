/** Requests that a gateway answered in place of the target, where repeating them is not safe. */
import { classOf } from '../records/answer-class.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../records/exchange.ts';
import type { ExchangeSeen } from '../records/exchange-seen.ts';
import { isRecord } from '../records/is-record.ts';
import type { OperationId } from '../records/operation.ts';

/** Operations that are not safely repeated: the first request may have taken effect. */
const notRepeated: ReadonlySet<OperationId | null> = new Set<OperationId>([
  'createApiKey',
  'testWebhook',
  'deleteWebhook',
  'deleteSenderProfile',
]);

/**
 * Knows for which operations a gateway's answers recur, as they do where the target itself gives them. All others are
 * accidents: nobody knows whether such a request took effect, and what it was sent for was not seen.
 */
export class GatewayFailures {
  readonly #recurring = new Set<OperationId | null>();

  /** The operations among these exchanges that met with an accident, unless the run itself repeated the request. */
  accidentsIn(exchanges: readonly ExchangeSeen[]): readonly OperationId[] {
    return exchanges.flatMap((exchange, index) => {
      const { operation, answer } = exchange;
      if (operation === null || !this.isAccident(operation, answer)) return [];
      const isRepeated = exchanges.slice(index + 1).some((later) => isRepetition(later, exchange));
      return isRepeated ? [] : [operation];
    });
  }

  /** Whether an answer to an operation is such an accident, as far as known. */
  isAccident(operation: OperationId, answer: Pick<Answer, 'status'> | null): boolean {
    return classOf(answer).by === 'gateway' && notRepeated.has(operation) && !this.#recurring.has(operation);
  }

  /** These operations met with one again, for the same input. */
  recur(operations: readonly OperationId[]): void {
    for (const operation of operations) this.#recurring.add(operation);
  }
}

/** A repetition may need another name, or another address to be called at. */
const mayDiffer: ReadonlySet<string> = new Set(['name', 'target_url']);

/** Whether a later request is the same, by the same caller, and succeeded. */
function isRepetition(later: ExchangeSeen, { operation, path, caller, sent }: ExchangeSeen): boolean {
  if (later.operation !== operation || later.path !== path || later.answer?.ok !== true) return false;
  const isSameCaller = later.caller.kind === caller.kind && later.caller.name === caller.name;
  return isSameCaller && isDeepStrictEqual(withoutDifferences(later.sent), withoutDifferences(sent));
}

function withoutDifferences(sent: unknown): unknown {
  if (!isRecord(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([field]) => !mayDiffer.has(field)));
}
