/** Knows whether the target still answers its control requests as it did when the run began. */
import { Clock, Stopped, systemClock, whereStopped } from '@outreach-api/engine';
import type { Moment } from '@outreach-api/wire/transport';

/**
 * What an answer says about the target's health. `turned`: it may no longer be well; `limited`: it stayed limited after
 * a long wait; `neutral`: nothing.
 */
export type Sign =
  | { readonly kind: 'good' }
  | { readonly kind: 'neutral' }
  | { readonly kind: 'turned' | 'limited'; readonly how: string };

/** A request that changes nothing and was accepted when the run began. */
export interface Control {
  /** Relative to the base address. */
  readonly path: string;
  /** Whether it was answered with JSON. */
  readonly isJson: boolean;
}

/** The result of repeating a control request. */
export interface Asked {
  /** `blocked`: this machine could not send it. `unsent`: no more requests may be sent. */
  readonly kind: 'as before' | 'limited' | 'turned' | 'unanswered' | 'blocked' | 'unsent';
  /** What came instead, in words. */
  readonly how: string;
  /** How long the target asks to wait, in milliseconds; null if it does not. */
  readonly announcedMs: number | null;
}

/** What a monitor sends, and whom it notifies. */
export interface Watched {
  /** How long the target is given to answer as before again, in milliseconds. */
  readonly patienceMs: number;
  /** How many requests can be in flight at the same time: they may arrive in another order. */
  readonly mostAtOnce: number;
  /** All waiting ends once it is aborted. */
  readonly stop: AbortSignal;
  /** How many requests were sent so far. */
  sent(): number;
  /** Sends a control request once. */
  ask(control: Control): Promise<Asked>;
  /** Called when the monitor waits for the target. */
  notice(text: string): void;
  /** Called if the target, or this machine, does not recover: the run must end. */
  end(text: string, why: 'outage' | 'machine'): void;
}

/** A time during which the controls were answered differently. All times are in milliseconds since the epoch. */
export interface Outage {
  /** When the last request with a good answer before it was sent. */
  readonly wellUntil: number;
  readonly from: number;
  readonly to: number;
}

interface Turn extends Moment {
  readonly how: string;
}

const turnsInARow = 10;
const firstPauseMs = 500;
const longestPauseMs = 10_000;
/** The least patience: a single gateway response says nothing. */
const leastPatienceMs = 2000;

/**
 * Knows whether the target still answers its control requests as it did when the run began. After many consecutive
 * answers typical of an outage, it repeats the controls while nothing else is sent. If they stay different for longer
 * than patience lasts, it ends the run: what comes then says nothing about the target's conformance.
 */
export class LivenessMonitor {
  readonly #watched: Watched;
  #turns = 0;
  #since: Turn | null = null;
  /** The latest request with a good answer. */
  #lastGood = 0;
  #wellUntil = 0;
  /** The number of requests sent when the target was last found to answer as before. */
  #checked = 0;
  #looking: Promise<void> | null = null;
  #hasEnded = false;
  /** Whether our own flood limited the account and it has stayed limited: then a limit is no sign of an outage. */
  limitIsOurs = false;
  /** Whether our own flood has begun: from then on, a gateway's answer may be its limit. */
  isFlooded = false;
  /** Whether our own flood locked this account, and no other, out: then refusals are no sign of an outage. */
  lockoutIsOurs = false;
  /** The number of requests sent when the target was last found to have recovered. */
  #backSince = 0;
  /** When the controls were found to be answered differently: what came meanwhile says little. */
  readonly #outages: Outage[] = [];
  /** What the target accepted when the run began; while empty, nothing is monitored. */
  controls: readonly Control[] = [];

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** How often the controls were found to be answered differently. */
  get outages(): number {
    return this.#outages.length;
  }

  /** The outage at a time, in milliseconds since the epoch; undefined if there was none. */
  outageAt(time: number): Outage | undefined {
    return this.#outages.find(({ from, to }) => from <= time && time <= to);
  }

  /** To be awaited before a request is sent: the monitor may be waiting for the target. */
  async ready(): Promise<void> {
    await this.#looking;
  }

  /**
   * Reports what an answer says; resolves once it is clear whether the target still responds.
   *
   * @param sent - when the request was sent
   */
  async answered(sign: Sign, sent: Moment): Promise<void> {
    if (sign.kind === 'neutral' || this.controls.length === 0) return;
    if (sign.kind === 'limited' && this.limitIsOurs) return;
    if (sign.kind === 'turned' && this.lockoutIsOurs) return;
    if (sign.kind === 'good') {
      this.#lastGood = Math.max(this.#lastGood, sent.request);
      this.#wellUntil = Math.max(this.#wellUntil, sent.at.getTime());
      if (sent.request > (this.#since?.request ?? 0)) this.#isWell();
      return;
    }
    // A later one had a good answer.
    if (sent.request < this.#lastGood) return;
    this.#turned({ ...sent, how: sign.how });
    this.#turns += 1;
    const waited = systemClock.date().getTime() - sent.at.getTime();
    if (sign.kind === 'limited') await this.#lookOnce(Math.max(0, this.#watched.patienceMs - waited));
    else if (this.#turns >= turnsInARow) await this.#lookOnce(this.#watched.patienceMs);
  }

  /**
   * To be called while no request is in flight. Checks the target, unless its latest answers were good or nothing was
   * sent since the last check. If the run is over already, this does not wait.
   */
  async check(): Promise<void> {
    if (this.controls.length === 0 || this.#hasEnded || this.#watched.sent() === this.#checked) return;
    const { mostAtOnce, stop } = this.#watched;
    if (this.#since === null && this.#watched.sent() - this.#lastGood < mostAtOnce) {
      this.#checked = this.#lastGood;
      return;
    }
    const isOver = stop.aborted;
    // A person who stops a run does not want to wait.
    if (isOver && !(stop.reason instanceof Stopped)) return;
    await this.#lookOnce(isOver ? 0 : this.#watched.patienceMs, isOver || this.limitIsOurs);
  }

  /**
   * Checks the target after a gateway answered a request; waits for the target if it is down.
   *
   * @param turn - when that was sent, and how it was answered
   * @returns whether the target was down then and has recovered
   */
  async wasDown(turn: Turn): Promise<boolean> {
    if (this.controls.length === 0 || this.#hasEnded || this.isFlooded || this.#watched.stop.aborted)
      return false;
    if (turn.request > this.#lastGood) this.#turned(turn);
    await this.#lookOnce(this.#watched.patienceMs);
    return !this.#hasEnded && turn.request <= this.#backSince;
  }

  /**
   * Whether what was determined when this many requests had been sent may rest on answers of an outage: one that ended
   * the run, or had begun when it was stopped.
   */
  isDoubtful(sent: number): boolean {
    if (this.#since === null || !(this.#hasEnded || this.#watched.stop.aborted)) return false;
    return sent > Math.max(this.#checked, this.#lastGood - this.#watched.mostAtOnce);
  }

  async #lookOnce(patienceMs: number, mayBeLimited = false): Promise<void> {
    if (this.#hasEnded) return;
    this.#looking ??= this.#look(Math.max(patienceMs, leastPatienceMs), mayBeLimited).finally(() => {
      this.#looking = null;
    });
    await this.#looking;
  }

  async #look(patienceMs: number, mayBeLimited: boolean): Promise<void> {
    const { stop } = this.#watched;
    const wasOver = stop.aborted;
    const clock = wasOver ? systemClock : new Clock(stop);
    const began = clock.now();
    for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
      const now = this.#now();
      const asked = await this.#ask();
      if (asked.kind === 'unsent') return;
      const isOurDoing =
        (asked.kind === 'limited' && mayBeLimited) || (asked.kind === 'turned' && this.lockoutIsOurs);
      if (asked.kind === 'as before' || isOurDoing) {
        this.#checked = this.#watched.sent();
        if (pause > firstPauseMs) this.#isBack();
        return this.#isWell();
      }
      this.#turned({ ...now, how: asked.how });
      if (pause === firstPauseMs) this.#isOut(this.#since ?? now);
      const left = patienceMs - (clock.now() - began);
      if (left <= 0) return this.#end(asked);
      if (pause === firstPauseMs) this.#watched.notice(this.#waitingFor(asked, left));
      const longest = Math.max(pause, asked.announcedMs ?? 0);
      await clock.wait(Math.min(left, longest)).catch(whereStopped(undefined));
      if (stop.aborted && !wasOver) return;
    }
  }

  /** Several are sent: a defect may make the target refuse a list without parameters once the list is long. */
  async #ask(): Promise<Asked> {
    let first: Asked | null = null;
    for (const control of this.controls) {
      const asked = await this.#watched.ask(control);
      if (asked.kind === 'as before') return asked;
      first ??= asked;
      if (asked.kind === 'unanswered' || asked.kind === 'blocked') break;
    }
    return first ?? { kind: 'as before', how: '', announcedMs: null };
  }

  #now(): Moment {
    return { request: this.#watched.sent() + 1, at: systemClock.date() };
  }

  #turned(turn: Turn): void {
    if (this.#since === null || turn.request < this.#since.request) this.#since = turn;
  }

  #isOut({ at }: Moment): void {
    this.#outages.push({
      wellUntil: this.#wellUntil,
      from: at.getTime(),
      to: Number.POSITIVE_INFINITY,
    });
  }

  #isBack(): void {
    this.#backSince = this.#checked;
    const outage = this.#outages.pop();
    if (outage !== undefined) this.#outages.push({ ...outage, to: systemClock.date().getTime() });
  }

  #isWell(): void {
    this.#since = null;
    this.#turns = 0;
  }

  #end({ kind, how }: Asked): void {
    this.#hasEnded = true;
    const since = this.#sinceWhen();
    if (kind === 'blocked') this.#watched.end(`no more requests can be sent: ${how}, ${since}`, 'machine');
    else
      this.#watched.end(
        `the target no longer answers as it did when the run began: ${how}, ${since}`,
        'outage',
      );
  }

  #waitingFor({ kind, how }: Asked, ms: number): string {
    const awaited = kind === 'blocked' ? 'until requests can be sent' : 'for the target to answer as before';
    return `${how}, ${this.#sinceWhen()}; waiting up to ${Math.ceil(ms / 1000)} s ${awaited}`;
  }

  #sinceWhen(): string {
    const { request, at } = this.#since ?? this.#now();
    return `since request ${request}, at ${at.toISOString().slice(11, 19)} UTC`;
  }
}
