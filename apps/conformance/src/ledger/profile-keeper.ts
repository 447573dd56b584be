/** Keeps sender profiles as they were before the first update, and restores them. */
import { isDeepStrictEqual } from 'node:util';
import { Unmet, type Clock } from '@outreach-api/engine';
import { isPutBack, isPutBackSoon } from '@outreach-api/model/bounds';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { dateOf, type Answer } from '@outreach-api/model/records/exchange';
import { UuidMap } from '@outreach-api/model/records/uuid';
import { textOf } from '@outreach-api/model/texts/text-of';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { Ledger } from './ledger.ts';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import type { LoneSender } from './lone-sender.ts';
import {
  differencesFrom,
  mayNotBeRestorable,
  pathOfProfile,
  putBack,
  readProfile,
  writableFields,
  writableOf,
} from './profile-record.ts';
import { whyOfAnotherRun } from './values-of-runs.ts';
import { RestorationTrials, type PracticeProfiles } from './restoration-trials.ts';

interface Kept {
  /** The fields that can be written, as they were. */
  readonly before: JsonObject;
  readonly entry: LedgerEntry;
}

/** A profile that was updated so short a time ago may be in use, in milliseconds by the target's clock. */
const recentMs = 60_000;
/** A run that is using a profile changes it at least this often, in milliseconds. */
const restMs = 5000;

/** Keeps sender profiles as they were before the suite first updated them, and restores them. */
export class ProfileKeeper {
  readonly #sender: LoneSender;
  readonly #ledger: Ledger;
  readonly #trials: RestorationTrials;
  readonly #isDisposable: (uuid: string) => boolean;
  readonly #kept = new UuidMap<Promise<Kept | null>>();
  /** The owner's profiles as the run found them. */
  readonly #found = new UuidMap<JsonObject>();
  /** Called with a profile that another run is using, in words; null if there is no listener. */
  onInUse: ((text: string) => void) | null = null;

  /** @param isDisposable - whether a profile may be deleted: then it need not be restored */
  constructor(sender: LoneSender, ledger: Ledger, isDisposable: (uuid: string) => boolean) {
    this.#sender = sender;
    this.#ledger = ledger;
    this.#isDisposable = isDisposable;
    this.#trials = new RestorationTrials(
      sender,
      ledger,
      async (uuid) => (await this.#known(uuid))?.before ?? null,
    );
  }

  /**
   * Looks at the owner's profiles when the run begins: their values count as the owner's only if they are still the same
   * when the run first changes them. One that was updated a moment ago is looked at again after a while.
   *
   * @throws ConfigurationError if another run is using one of them, or did not restore it
   */
  async find(uuids: readonly string[], clock: Clock): Promise<void> {
    const wereRecent = await Promise.all(
      uuids.map(async (uuid) => {
        const answer = await this.#sender.send('GET', pathOfProfile(uuid));
        if (answer === null || !answer.ok || !isRecord(answer.json)) return false;
        this.#found.set(uuid, answer.json);
        const updatedAt = Date.parse(textOf(answer.json['updated_at']));
        return (dateOf(answer) ?? Number.POSITIVE_INFINITY) - updatedAt < recentMs;
      }),
    );
    if (wereRecent.includes(true)) await clock.wait(restMs);
    for (const [index, uuid] of uuids.entries()) {
      const found = this.#found.get(uuid);
      const now = wereRecent[index] === true ? await readProfile(this.#sender, uuid) : found;
      if (found === undefined || now === undefined || now === null) continue;
      const why = whyOfAnotherRun(found, now);
      if (why !== null)
        throw new ConfigurationError(
          `${inUse(uuid, why)}. Wait until that run has ended, restore what it left (\`restore\` with its ledger), or give the profile its own values`,
        );
    }
  }

  /** Sets where to try whether a text's present value can be written again. */
  practiseOn(profiles: PracticeProfiles): void {
    this.#trials.profiles = profiles;
  }

  /**
   * To be called before a profile is worked on, by a caller that does not hold it yet: what might not be restorable is
   * tried out. Resolves to whether the profile can be read.
   *
   * @param fields - that are about to change
   * @throws Unmet if one of them holds what might not be restorable; not for a profile that may be deleted
   */
  async keep(uuid: string, fields: readonly string[]): Promise<boolean> {
    return this.#keepFor(uuid, fields, async (field, value) => this.#trials.comesBack(field, value));
  }

  /** The same right before each update, whoever requests it: nothing more is tried out. */
  async keepAsKnown(uuid: string, fields: readonly string[]): Promise<boolean> {
    return this.#keepFor(uuid, fields, (field, value) => this.#trials.knownOf(field, value));
  }

  /** Records the answer to an update, so that restoring recognizes those values as the suite's. */
  async updated(uuid: string, { ok, json }: Answer): Promise<void> {
    if (ok && isRecord(json)) await this.#ledger.after({ kind: 'updated', uuid, shown: writableOf(json) });
  }

  /** To be called once a profile was deleted: there is nothing left to restore. */
  forget(uuid: string): void {
    const kept = this.#kept.get(uuid);
    this.#kept.delete(uuid);
    void kept
      ?.then((known) => {
        if (known !== null) known.entry.undone = true;
      })
      .catch(() => undefined);
  }

  async #keepFor(
    uuid: string,
    fields: readonly string[],
    comesBack: (field: string, value: unknown) => Promise<true | string> | true | string,
  ): Promise<boolean> {
    const kept = await this.#known(uuid);
    if (kept === null || this.#isDisposable(uuid)) return kept !== null;
    for (const field of fields) {
      const value = kept.before[field];
      if (!writableFields.some((one) => one === field) || !mayNotBeRestorable(value)) continue;
      const learnt = await comesBack(field, value);
      if (learnt === true) continue;
      const shown = value === undefined ? 'not shown' : JSON.stringify(value);
      throw new Unmet(
        `the ${field} of sender profile ${uuid} is ${shown}, which it may be impossible to restore, so it is not changed: ${learnt}`,
      );
    }
    return true;
  }

  async #known(uuid: string): Promise<Kept | null> {
    const known = this.#kept.get(uuid) ?? this.#keep(uuid);
    this.#kept.set(uuid, known);
    return known;
  }

  async #keep(uuid: string): Promise<Kept | null> {
    const disposable = this.#isDisposable(uuid);
    const found = this.#found.get(uuid);
    const record = await readProfile(this.#sender, uuid);
    if (record === null) return null;
    if (!disposable && found !== undefined) this.#mustBeOwners(uuid, whyOfAnotherRun(found, record));
    const { schedule, ...texts } = writableOf(record);
    const isSteady = found === undefined || isDeepStrictEqual(found['schedule'], schedule);
    const before = schedule === undefined || !isSteady ? texts : { ...texts, schedule };
    await this.#ledger.found({ kind: 'profile', uuid, before, ...(disposable ? { disposable } : {}) });
    const undo = async (): Promise<true | string> => {
      const bound = disposable ? isPutBackSoon : isPutBack;
      if (!(await putBack(this.#sender, uuid, before, bound))) return this.#whatIsLeft(uuid, before);
      await this.#ledger.after({ kind: 'restored', uuid });
      return true;
    };
    const undoing = { kind: 'repair', undo, mayStay: disposable } as const;
    const entry = this.#ledger.add('updated sender profile', `uuid ${uuid}`, undoing);
    return { before, entry };
  }

  #mustBeOwners(uuid: string, why: string | null): void {
    if (why === null) return;
    const text = inUse(uuid, why);
    this.onInUse?.(text);
    throw new Unmet(`${text}; it is not changed`);
  }

  async #whatIsLeft(uuid: string, before: JsonObject): Promise<string> {
    const now = await readProfile(this.#sender, uuid);
    return now === null
      ? `it cannot be read; before the run it had ${JSON.stringify(before)}`
      : differencesFrom(before, now);
  }
}

function inUse(uuid: string, why: string): string {
  return `sender profile ${uuid} is in use by another run, or was not restored by one: ${why}`;
}
