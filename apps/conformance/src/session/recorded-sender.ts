/** Sends the requests of a run, and adds their outcomes to its history. */
import { Cut, Stopped, Unmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { repeatable, type Outcome } from '@outreach-api/wire/transport';
import { faultOfMachine, wasCut, wasGarbled, wasNotSent } from '@outreach-api/wire/unanswered';
import { sentIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { Exchange, SentRequest } from '@outreach-api/model/records/exchange';
import { operationOf } from '@outreach-api/model/records/operation';
import { signOf } from './ask-control.ts';
import type { Answered } from './known-pages.ts';
import type { ApiOptions } from './api-options.ts';
import type { RunLog } from './run-log.ts';
import type { SessionState } from './session-state.ts';
import { recorded } from '@outreach-api/model/records/folded-body';

/** What a request carries: a value as JSON, or a text as it is. */
export interface Body {
  readonly json?: unknown;
  readonly text?: string;
}

/** With an escape for each code unit outside ASCII: two for a letter beyond the basic plane. */
function inAscii(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Ways to write a value as JSON. */
const writers = {
  compact: (value: unknown) => JSON.stringify(value),
  'in ASCII': (value: unknown) => inAscii(JSON.stringify(value)),
  'in ASCII, on several lines': (value: unknown) =>
    inAscii(JSON.stringify(value, null, 2)).replaceAll('/', String.raw`\/`),
} as const;

/** Sends the requests of a run with the same options, and adds each to the history. */
export class RecordedSender {
  readonly #state: SessionState;
  readonly #log: RunLog;
  readonly #options: ApiOptions;

  constructor(state: SessionState, log: RunLog, options: ApiOptions) {
    this.#state = state;
    this.#log = log;
    this.#options = options;
  }

  /**
   * Sends a request.
   *
   * @throws Unmet if it is not answered, or is rate-limited for too long
   */
  async send(method: string, path: string, body: Body): Promise<Answered> {
    const {
      credential,
      impatient,
      headers: { 'content-type': type = 'application/json', ...headers } = {},
      writes = 'compact',
      path: spelled = (usual: string) => usual,
    } = this.#options;
    const asked = spelled(path);
    const text = 'json' in body ? writers[writes](body.json) : (body.text ?? null);
    const request: SentRequest = {
      method,
      url: `${this.#state.target.baseUrl}${asked}`,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...(text === null ? {} : { 'content-type': type }),
        ...(credential.header === null ? {} : { authorization: credential.header }),
      },
      body: text,
    };
    const { history, liveness } = this.#state;
    await liveness.ready();
    const began = this.#state.clock.now();
    const counted = history.writes.begin(method, path);
    const outcome = await this.#outcomeOf(request).finally(() => {
      counted.end();
    });
    const milliseconds = this.#state.clock.now() - began;
    const isOurKey = credential.header === `Bearer ${this.#state.target.token}`;
    await liveness.answered(signOf(outcome, isOurKey, impatient), outcome.sent);
    const exchange = {
      role: this.#options.role,
      request,
      authorization: credential.shell,
      milliseconds,
      caller: credential.name,
    };
    const at = outcome.sent.at.getTime();
    const answered = this.#recorded(exchange, { at, path, writes: counted.writes }, outcome);
    if (answered.seen.came.kind === 'limited' && !impatient) {
      throw new StillLimited(`${method} ${path} was still answered 429 after backing off`);
    }
    return answered;
  }

  /** Sends a request; an idempotent one again if the target was down meanwhile. */
  async #outcomeOf(request: SentRequest): Promise<Outcome> {
    const { liveness, transport } = this.#state;
    const { impatient, party } = this.#options;
    const outcome = await transport.send(request, { impatient, party });
    const isOfGateway = outcome.kind === 'answered' && classOf(outcome.answer).by === 'gateway';
    if (!isOfGateway || impatient || !repeatable.has(request.method)) return outcome;
    return (await liveness.wasDown({ ...outcome.sent, how: `answered ${outcome.answer.status}` }))
      ? transport.send(request)
      : outcome;
  }

  /** Adds the outcome of a request to the history. @throws Unmet if it was not answered */
  #recorded(
    sent: Omit<Exchange, 'answer' | 'failure'>,
    asked: Pick<ExchangeSeen, 'at' | 'path' | 'writes'>,
    outcome: Outcome,
  ): Answered {
    const { history } = this.#state;
    const { credential } = this.#options;
    const { method, body } = sent.request;
    const common = {
      ...asked,
      operation: operationOf(method, asked.path),
      caller: history.callers.of(credential),
      sent: sentIn(body),
    };
    if (outcome.kind === 'unanswered') {
      const exchange = {
        ...sent,
        answer: null,
        failure: outcome.why,
        isCut: wasCut(outcome) || wasGarbled(outcome),
      };
      history.exchanged(
        this.#log,
        exchange,
        { ...common, answer: null, came: classOf(null), key: null, shows: [] },
        null,
      );
      const fault = faultOfMachine(outcome);
      if (fault !== null)
        throw new OfMachine(`${method} ${asked.path} could not be sent: ${fault.seen}`, wasNotSent(outcome));
      const why = `${method} ${asked.path} was not answered: ${outcome.why}`;
      throw wasCut(outcome) ? new Cut(why) : new Unmet(why);
    }
    const { answer } = outcome;
    history.foreignUpdates.answered(common, answer);
    const seen = { ...common, ...this.#state.answered(method, asked.path, answer, credential) };
    // How much is kept of a long body must not depend on the length of a key in it.
    const text = seen.shows.length === 0 ? answer.text : this.#state.secrets.maskBody(answer.text);
    const exchange = { ...sent, answer: recorded(answer, text), failure: null };
    history.exchanged(this.#log, exchange, seen, answer);
    return { answer, exchange, seen };
  }
}

/** A request was answered 429 to the end. */
class StillLimited extends Unmet {}

/** This machine could not send a request, or not all of it. */
class OfMachine extends Unmet {
  readonly isUnsent: boolean;

  constructor(message: string, isUnsent: boolean) {
    super(message, 'machine');
    this.isUnsent = isUnsent;
  }
}

/** Whether a request that was to change something was never sent, or was answered 429 each time. */
export function hadNoEffect(error: unknown): boolean {
  if (error instanceof OfMachine) return error.isUnsent;
  return error instanceof Stopped || error instanceof StillLimited;
}
