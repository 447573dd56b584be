/** Requests that are sent to reach the account's limit (Limits). */
import { Cut, Unmet } from '../../engine/unmet.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';

/** How a flood went until the account was limited. */
export interface Reached {
  /** How many requests were taken before. */
  readonly taken: number;
  /**
   * The statuses of what was refused when the limit was met, of requests that were under way together. Where requests
   * had been refused by accident before, of the first refusal only.
   */
  readonly met: readonly number[];
  /** The statuses of answers from there on, one after another. */
  readonly statuses: readonly number[];
}

/** How many requests were taken, and the statuses of those that were refused, of several under way at once. */
interface Refused {
  readonly after: number;
  readonly statuses: readonly [first: number, ...others: number[]];
}

/** In place of a status, where the connection was closed without an answer. */
export const cutOff = 0;

const looks = 6;
const mostGlitches = 5;
const ahead = 3;

/**
 * Requests for the list of webhooks, as many as it takes to reach the account's limit. Each spends one of
 * `allow.flood`. Its exchanges are kept apart: there are too many of them for a report.
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

  /** The statuses of refused requests that were alone under way while the account was limited, in order. */
  get refusals(): readonly number[] {
    return this.#refusals;
  }

  /** One request for the list as this or that caller, without any waiting. */
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
   * Sends until the limit is reached, then looks at some answers more, one after another.
   *
   * @throws Unmet where nothing is refused within the budget, or only now and then
   */
  async reach(): Promise<Reached> {
    let taken = 0;
    for (let glitches = 0; glitches < mostGlitches; glitches += 1) {
      const refused = await this.#untilRefused();
      taken += refused.after;
      const [first] = refused.statuses;
      const statuses: number[] = [];
      for (let look = 0; look < looks; look += 1) statuses.push((await this.list()).status);
      // A 429 says that it is the limit; of another refusal it is known only where it stays, but for one request that
      // a bucket lets in meanwhile.
      const refusals = [first, ...statuses].filter((status) => status === cutOff || status > 299);
      if (first !== 429 && !statuses.includes(429) && refusals.length < looks) continue;
      this.#session.exchanges.push(...this.#crowd.exchanges.slice(-looks));
      return { taken, met: glitches === 0 ? refused.statuses : [first], statuses };
    }
    throw new Unmet(
      'requests were refused now and then, but not steadily: that is no limit that could be judged',
    );
  }

  /** Sends until a request is refused: one alone first, then many at a time. @throws Unmet where none is */
  async refill(): Promise<void> {
    const { ok, status } = await this.list();
    if (ok) await this.#untilRefused();
    else this.#refusals.push(status);
  }

  /**
   * Sends something while a few requests for the list are under way before it: what a bucket has taken in since the
   * last one goes to these. Few, so that nothing is refused for being too much at once.
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
          ? `the budget of ${target.allow.flood} (\`allow.flood\`) was used up before the limit was met again`
          : `no request was refused within the budget of ${target.allow.flood} (\`allow.flood\`)`,
      );
    this.#wasRefused = true;
    return { after: taken, statuses: [first, ...others] };
  }
}
