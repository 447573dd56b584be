/** Sends requests to reach the account's limit (Limits). */
import { Cut, Unmet } from '@outreach-api/engine';
import type { Api } from '../../session/api.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { pageIn } from '@outreach-api/model/records/page';
import type { Session } from '../../session/session.ts';
import { cutOff, isLimited, isRefusal } from './limits-seen.ts';

/** The course of a flood until the account was limited. */
export interface Reached {
  /**
   * The statuses of concurrent requests that were refused when the limit was reached. If requests had been refused by
   * accident before, only that of the first refusal.
   */
  readonly met: readonly number[];
  /** The statuses of the following answers, one after another. */
  readonly statuses: readonly number[];
}

/** The statuses of several concurrent requests that were refused. */
type Refused = readonly [first: number, ...others: number[]];

const looks = 6;
const mostGlitches = 5;
const ahead = 3;
/** How long a bucket gets to refill by how much it takes to see its limit reached again. */
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
  #withoutPage = 0;

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
    try {
      const answer = await this.#ask(api);
      if (!answer.ok || pageIn(answer.json) !== undefined || this.#withoutPage >= mostGlitches) return answer;
      // A success without a page breaks another statement, by which this run's own exchanges are judged: several, apart.
      this.#withoutPage += 1;
      await this.#session.clock.wait(this.#withoutPage);
      return await this.#ask(this.#session.api);
    } catch (error) {
      if (error instanceof Cut) return { ok: false, status: cutOff };
      throw error;
    }
  }

  async #ask(api: Api): Promise<Answer> {
    this.#session.state.budgets.take('flood');
    return api.with({ impatient: true }).listWebhooks({ query: [['limit', '1']] });
  }

  /**
   * Sends until the limit is reached, then checks some more answers, one after another.
   *
   * @throws Unmet if nothing is refused within the budget, or only occasionally
   */
  async reach(): Promise<Reached> {
    // What comes first past a limit may have gone to the requests before: an earlier flood may have left it so.
    if (!(await this.list()).ok) await this.#session.clock.wait(restMs);
    for (let glitches = 0; glitches < mostGlitches; glitches += 1) {
      const met = await this.#untilRefused();
      const [first] = met;
      const statuses: number[] = [];
      for (let look = 0; look < looks; look += 1) statuses.push((await this.list()).status);
      // A 429 identifies the limit; another refusal does so only if it persists, except for one request that a bucket
      // lets through meanwhile.
      const refusals = [first, ...statuses].filter(isRefusal);
      if (!refusals.some(isLimited) && refusals.length < looks) continue;
      this.#session.exchanges.push(...this.#crowd.exchanges.slice(-looks));
      return { met: glitches === 0 ? met : [first], statuses };
    }
    throw new Unmet('requests were refused occasionally, but not steadily, so there is no limit to judge');
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
    const refusals: number[] = [];
    const sendOn = async (): Promise<void> => {
      while (refusals.length === 0 && budgets.left('flood') > 0) {
        const { ok, status } = await this.list();
        if (!ok) refusals.push(status);
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
    return [first, ...others];
  }
}
