/** Whose answers a session gets, as far as an answer alone does not show it. */
import { isDeepStrictEqual } from 'node:util';
import { mayPass, type AnswerClass } from '@outreach-api/model/records/answer-class';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { isRecord } from '@outreach-api/model/records/is-record';
import { isWrite, type OperationId } from '@outreach-api/model/records/operation';
import type { LivenessMonitor, Outage } from './liveness-monitor.ts';

/** Operations that are not safely repeated: the first request may have taken effect. */
const notRepeated: ReadonlySet<OperationId | null> = new Set<OperationId>([
  'createApiKey',
  'testWebhook',
  'deleteWebhook',
  'deleteSenderProfile',
]);

/**
 * Knows whose answers are not what they seem by themselves: a gateway's that recurs is the service's, and what
 * everybody is answered during an outage says nothing about a request.
 */
export class WhoseAnswer {
  readonly #liveness: LivenessMonitor;
  readonly #recurring = new Set<OperationId | null>();

  constructor(liveness: LivenessMonitor) {
    this.#liveness = liveness;
  }

  /**
   * The operations among these exchanges that met with an accident, unless the run itself repeated the request: a
   * gateway answered, nobody knows whether the request took effect, and what it was sent for was not seen.
   */
  accidentsIn(exchanges: readonly ExchangeSeen[]): readonly OperationId[] {
    return exchanges.flatMap((exchange, index) => {
      const { operation, came } = exchange;
      if (operation === null || !this.isAccident(operation, came)) return [];
      const isRepeated = exchanges.slice(index + 1).some((later) => isRepetition(later, exchange));
      return isRepeated ? [] : [operation];
    });
  }

  /** Whether an answer to an operation is such an accident, as far as known. */
  isAccident(operation: OperationId, { by }: AnswerClass): boolean {
    return by === 'gateway' && notRepeated.has(operation) && !this.#recurring.has(operation);
  }

  /** These operations met with one again, for the same input: such an answer is the service's. */
  recur(operations: readonly OperationId[]): void {
    for (const operation of operations) this.#recurring.add(operation);
  }

  /**
   * The outage in which a valid key got the answer that all get then; undefined if there was none. Resolves once the
   * target responds again.
   */
  async outageIn(exchanges: readonly ExchangeSeen[]): Promise<Outage | undefined> {
    const turnedAway = exchanges.filter(isTurnedAway);
    if (turnedAway.length === 0) return undefined;
    await this.#liveness.check();
    return turnedAway.map(({ at }) => this.#liveness.outageAt(at)).find((one) => one !== undefined);
  }

  /** Whether a write was refused in a way that another simultaneous write may explain. */
  metOtherWrites(exchanges: readonly ExchangeSeen[]): boolean {
    return exchanges.some(
      ({ operation, came }) => isWrite(operation) && came.by !== 'nobody' && mayPass(came),
    );
  }
}

/** Whether a valid key got the answer that all get while every caller is refused. */
function isTurnedAway({ caller, came: { kind, effect, concerns } }: ExchangeSeen): boolean {
  if (caller.kind === 'intruder') return false;
  return effect === 'perhaps' || (kind === 'refused' && concerns === 'the caller');
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
