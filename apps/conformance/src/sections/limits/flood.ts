/** Sends requests to reach the account's limit (Limits). */
import { classOf } from '../../records/answer-class.ts';
import { Cut, Unmet } from '../../engine/unmet.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';
import { cutOff, isRefusal } from './limits-seen.ts';

/** The course of a flood until the account was limited. */
export interface Reached {
  /** How many requests were accepted before. */
  readonly taken: number;
  /**
   * The statuses of concurrent requests that were refused when the limit was reached. If requests had been refused by
   * accident before, only that of the first refusal.
   */
  readonly met: readonly number[];
  /** The statuses of the following answers, one after another. */
  readonly statuses: readonly number[];
}

/** How many requests were accepted, and the statuses of those refused, of several in progress at once. */
interface Refused {
  readonly after: number;
  readonly statuses: readonly [first: number, ...others: number[]];
}

const looks = 6;
const mostGlitches = 5;
const ahead = 3;
/** How long a bucket gets to refill what tells that its limit is reached anew. */
const restMs = 1500;

/**
 * Requests the list of webhooks, as often as it takes to reach the account's limit. Each request spends one of
 * `allow.flood`. Its exchanges are kept separately: there are too many for a report.
 */
export class Flood {
  readonly #session: Session;
  readonly #crowd: Session;
  readonly #refusals: number[] = [];
  #wasRefused = false;

  constructor(session: Session) {
    this.#session = session;
    this.#crowd = session.beginRun();
  }

  /** The statuses of refused requests that were sent alone while the account was limited, in order. */
  get refusals(): readonly number[] {
    return this.#refusals;
  }

  /** One request for the list as the given caller, without any waiting. */
  async list(api: Api = this.#crowd.api): Promise<Pick<Answer, 'ok' | 'status'>> {
    this.#session.state.budgets.take('flood');
    try {
      return await api.with({ impatient: true }).listWebhooks({ query: [['limit', '1']] });
    } catch (error) {
      if (error instanceof Cut) return { ok: false, status: cutOff };
      throw error;
    }
  }

  /**
   * Sends until the limit is reached, then checks some more answers, one after another.
   *
   * @throws Unmet if nothing is refused within the budget, or only occasionally
   */
  async reach(): Promise<Reached> {
    let taken = await this.#untilSomeAreTaken();
    for (let glitches = 0; glitches < mostGlitches; glitches += 1) {
      const refused = await this.#untilRefused();
      taken += refused.after;
      const [first] = refused.statuses;
      const statuses: number[] = [];
      for (let look = 0; look < looks; look += 1) statuses.push((await this.list()).status);
      // A 429 identifies the limit; another refusal does so only if it persists, except for one request that a bucket
      // lets through meanwhile.
      const refusals = [first, ...statuses].filter(isRefusal);
      const isLimited = refusals.some((status) => classOf({ status }).kind === 'limited');
      if (!isLimited && refusals.length < looks) continue;
      this.#session.exchanges.push(...this.#crowd.exchanges.slice(-looks));
      return { taken, met: glitches === 0 ? refused.statuses : [first], statuses };
    }
    throw new Unmet('requests were refused occasionally, but not steadily, so there is no limit to judge');
  }

  /**
   * Rests once if the limit is met at once, as an earlier flood may have left it: what comes first past a limit would
   * have gone to the requests before. Returns how many were accepted meanwhile.
   */
  async #untilSomeAreTaken(): Promise<number> {
    const { ok } = await this.list();
    if (ok) return 1;
    await this.#session.clock.wait(restMs);
    return 0;
  }

  /** Sends until a request is refused: one alone first, then many at a time. @throws Unmet if none is */
  async refill(): Promise<void> {
    const { ok, status } = await this.list();
    if (ok) await this.#untilRefused();
    else this.#refusals.push(status);
  }

  /**
   * Sends something right behind a few list requests in progress, which use up what a bucket has refilled since the
   * last one. Few, so that nothing is refused for being too much at once.
   */
  async behindOthers<Sent>(send: () => Promise<Sent>): Promise<Sent> {
    const others = Promise.allSettled(Array.from({ length: ahead }, async () => this.list()));
    try {
      return await send();
    } finally {
      await others;
    }
  }

  /** Sends the requests of several callers at once, in this order, and resolves to the status of each. */
  async burst(callers: readonly Api[]): Promise<readonly number[]> {
    const answers = await Promise.all(callers.map(async (api) => this.list(api)));
    return answers.map(({ status }) => status);
  }

  async #untilRefused(): Promise<Refused> {
    const { concurrency, maxPerSecond } = this.#session.target.requests;
    const { budgets, target } = this.#session.state;
    let taken = 0;
    const refusals: number[] = [];
    const sendOn = async (): Promise<void> => {
      while (refusals.length === 0 && budgets.left('flood') > 0) {
        const { ok, status } = await this.list();
        if (ok) taken += 1;
        else refusals.push(status);
        if (maxPerSecond !== null) await this.#session.clock.wait((1000 * concurrency) / maxPerSecond);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, sendOn));
    const [first, ...others] = refusals;
    if (first === undefined)
      throw new Unmet(
        this.#wasRefused
          ? `the budget of ${target.allow.flood} (\`allow.flood\`) was used up before the limit was reached again`
          : `no request was refused within the budget of ${target.allow.flood} (\`allow.flood\`)`,
      );
    this.#wasRefused = true;
    return { after: taken, statuses: [first, ...others] };
  }
}
