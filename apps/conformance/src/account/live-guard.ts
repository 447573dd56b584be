/**
 * Looks at the target, and says what interfered with a look: other clients, or a time when every caller was refused.
 */
import {
  eventually,
  whereUnmet,
  type DoubtedBreach,
  type GuardedLook,
  type InterferenceGuard,
} from '@outreach-api/engine';
import type { ExperimentDefinition } from '../session/suite.ts';
import { othersWork } from '@outreach-api/model/bounds';
import { lookForNewcomers, watchList } from './list-watch.ts';
import { changedInBreach, profilesChange, showsTextOfOthers } from './profile-watch.ts';
import { mayBeOthersWork, untouchedWebhooksChange } from './untouched-webhooks.ts';
import { Newcomers } from '../session/newcomers.ts';
import type { Session } from '../session/session.ts';
import { isFlood } from '../session/resources.ts';

/** What is looked at again. */
type LookedAt = Pick<ExperimentDefinition<never, never>, 'reads' | 'changes' | 'changesRecordsOf'>;

/** How long to check for other clients if a breach cannot be seen again, in milliseconds. */
const watchedMs = 5000;
/** The longest check: what others do less often hardly meets one look after the other. */
const mostWatchedMs = 60_000;
/** A shorter pause cannot show whether others are active. */
const leastRestMs = 1000;
/**
 * How long to wait while every caller is refused: a deployment, or a lockout after wrong credentials, takes some
 * seconds.
 */
const lockoutMs = 1000;

/** Looks again at what an experiment looks at, and at what else happens meanwhile. */
export class LiveGuard implements InterferenceGuard {
  readonly #session: Session;
  readonly #lookedAt: LookedAt;
  /** Sees each reading of the list since the first guarded look. */
  #newcomers: Newcomers | null = null;
  #longestMs = leastRestMs;
  #lookedMs = 0;

  constructor(session: Session, lookedAt: LookedAt) {
    this.#session = session;
    this.#lookedAt = lookedAt;
  }

  /**
   * Looks once; not at all while every caller is refused.
   *
   * @param look - resolves to whether the statement held
   */
  async during(look: () => Promise<boolean>): Promise<GuardedLook> {
    if (await this.#isLockedOut()) return { held: true, doubt: 'locked out' };
    const began = this.#session.clock.now();
    const { liveness } = this.#session.state;
    const { outages } = liveness;
    const isDisturbed = await this.#watch();
    const held = await look();
    // A refusal may already be over: the check itself may have waited until requests were accepted again.
    if (!held && ((await this.#isLockedOut()) || liveness.outages > outages))
      return { held, doubt: 'locked out' };
    const doubt = (await isDisturbed()) ? 'disturbed' : null;
    const tookMs = this.#session.clock.now() - began;
    this.#longestMs = Math.max(this.#longestMs, tookMs);
    this.#lookedMs += tookMs;
    return { held, doubt };
  }

  /** Whether somebody else changes what was looked at while we send nothing that could. */
  async isBusy(breach: DoubtedBreach): Promise<boolean> {
    return (await this.#isDoneByOthers(breach)) || this.#isListBusy(watchedMs);
  }

  async #isListBusy(ms: number): Promise<boolean> {
    if (!this.#looksAtWebhooks()) return false;
    return this.#session.locks.hold({ reads: ['webhooks'], changes: [] }, async () => {
      const isDisturbed = await this.#watch();
      const { shown } = await eventually(this.#session.state, othersWork(ms), isDisturbed, Boolean);
      return shown;
    });
  }

  /** Whether others were seen to make webhooks during the looks, if what is looked at makes none itself. */
  get sawInterference(): boolean {
    return !this.#changesWebhooks() && this.#newcomers?.wereSeen === true;
  }

  /**
   * Whether records also change or go by themselves, where others may have done that; and for what shows at some looks
   * and not at others, whether others write to sender profiles, as seen in the run, or make webhooks while we send
   * nothing that could: webhooks deleted right after, or seldom.
   */
  async isInterferedWith(breach: DoubtedBreach, isUnsteady: boolean): Promise<boolean> {
    if (await this.#isDoneByOthers(breach)) return true;
    if (!isUnsteady) return false;
    if (this.#changesProfiles() && this.#session.state.history.foreignUpdates.wereSeen) return true;
    if (this.sawInterference || !this.#looksAtWebhooks()) return this.sawInterference;
    return (await this.#doNewcomersCome()) || this.#isListBusy(this.#allLooksMs);
  }

  async #doNewcomersCome(): Promise<boolean> {
    return this.#session.locks.hold({ reads: ['webhooks'], changes: [] }, async () => {
      const newcomers = new Newcomers(this.#session.state.seenWebhooks);
      await lookForNewcomers(this.#session, watchedMs, newcomers);
      return newcomers.wereSeen;
    });
  }

  /**
   * Alternates looks and pauses, after each look was disturbed: if nothing changes in any pause, each as long as the
   * longest look, but something changes in each look, then the look itself changes it.
   *
   * @returns whether the statement held, at each look; empty if others may be active
   */
  async byTurns(look: () => Promise<boolean>, turns: number): Promise<readonly boolean[]> {
    if (!this.#changesWebhooks()) return [];
    const held: boolean[] = [];
    while (held.length < turns) {
      if (await this.#isListBusy(this.#longestMs)) return [];
      const seen = await this.during(look);
      if (seen.doubt !== 'disturbed') return [];
      held.push(seen.held);
    }
    return held;
  }

  /**
   * In a flood, refusals are what is judged. While every caller is refused, this waits, so that the next look may find
   * the target accepting requests again.
   */
  async #isLockedOut(): Promise<boolean> {
    if (isFlood(this.#lookedAt) || !(await this.#session.isLockedOut())) return false;
    await this.#session.clock.wait(lockoutMs);
    return true;
  }

  /** As long as all looks, with the first, which nothing guarded: others may act that seldom. */
  get #allLooksMs(): number {
    return Math.min(mostWatchedMs, Math.max(watchedMs, this.#longestMs + this.#lookedMs));
  }

  async #isDoneByOthers(breach: DoubtedBreach): Promise<boolean> {
    const { locks } = this.#session;
    const ms = this.#allLooksMs;
    if (mayBeOthersWork(breach))
      return locks.hold({ reads: [], changes: ['webhooks'] }, async () =>
        untouchedWebhooksChange(this.#session, ms).catch(whereUnmet(false)),
      );
    const fields = changedInBreach(breach.code, breach.values);
    if (fields === null) return false;
    if (showsTextOfOthers(breach.values, this.#session)) return true;
    return locks.hold({ reads: ['senderProfiles'], changes: [] }, async () =>
      profilesChange(this.#session, fields, ms).catch(whereUnmet(true)),
    );
  }

  async #watch(): Promise<() => Promise<boolean>> {
    if (!this.#looksAtWebhooks()) return async () => false;
    return watchList(this.#session, this.#changesWebhooks(), this.#comingSince());
  }

  #comingSince(): Newcomers {
    this.#newcomers ??= new Newcomers(this.#session.state.seenWebhooks);
    return this.#newcomers;
  }

  /** An account that stays rate-limited shows nothing any more, and every look would have to wait. */
  #looksAtWebhooks(): boolean {
    if (this.#session.state.liveness.limitIsOurs) return false;
    return this.#lookedAt.reads?.includes('webhooks') === true || this.#changesWebhooks();
  }

  #changesProfiles(): boolean {
    const { changes = [], changesRecordsOf = [] } = this.#lookedAt;
    return [...changes, ...changesRecordsOf].includes('senderProfiles');
  }

  #changesWebhooks(): boolean {
    return this.#lookedAt.changes?.includes('webhooks') === true;
  }
}
