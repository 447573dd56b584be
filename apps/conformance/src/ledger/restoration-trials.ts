/** Finds out, where it does no harm, whether a value can be written to a text of a sender profile again. */
import { isPutBackSoon } from '@outreach-api/model/bounds';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Ledger } from './ledger.ts';
import type { LoneSender } from './lone-sender.ts';
import { becomes, mayNotBeRestorable, pathOfProfile, putBack } from './profile-record.ts';

/** Sender profiles on which it may be tried. */
export interface PracticeProfiles {
  /** One that may be deleted; null if there is none. */
  take(): Promise<string | null>;
  /** Returns what {@link take} gave. */
  giveBack(uuid: string): void;
  /** Otherwise those of the target file: one whose text is plain is changed for a moment, and restored. */
  readonly owned: readonly string[];
  /** Runs something while nothing else works on one of those. */
  alone<Result>(uuid: string, work: () => Promise<Result>): Promise<Result>;
}

const practiceText = 'Practice';
const notTried = 'it was not tried before the profile was in use';
const nothingToTryItOn =
  'there is no other profile to try it on (a uuid in `fixtures.disposableSenderProfiles`, or both `provision` and `allow.deletes`)';

/** What was determined about values that might not be restorable, each once. */
export class RestorationTrials {
  readonly #sender: LoneSender;
  readonly #ledger: Ledger;
  readonly #keep: (uuid: string) => Promise<JsonObject | null>;
  readonly #learning = new Map<string, Promise<true | string>>();
  readonly #learnt = new Map<string, true | string>();
  profiles: PracticeProfiles = {
    owned: [],
    take: async () => null,
    giveBack: () => undefined,
    alone: async (_, work) => work(),
  };

  /** @param keep - keeps a profile as it is, to be restored, and resolves to its fields; null if it cannot be read */
  constructor(sender: LoneSender, ledger: Ledger, keep: (uuid: string) => Promise<JsonObject | null>) {
    this.#sender = sender;
    this.#ledger = ledger;
    this.#keep = keep;
  }

  /**
   * Finds out whether this value can be written to a text again once it was changed; if that is not certain, why. Not
   * to be called while holding a profile: it may wait until one is free.
   */
  async comesBack(field: string, value: unknown): Promise<true | string> {
    const key = keyOf(field, value);
    const learning = this.#learning.get(key) ?? this.#learn(field, value);
    this.#learning.set(key, learning);
    try {
      const learnt = await learning;
      this.#learnt.set(key, learnt);
      return learnt;
    } catch (error) {
      this.#learning.delete(key);
      throw error;
    }
  }

  /** The same as far as it was determined; does not wait. */
  knownOf(field: string, value: unknown): true | string {
    return this.#learnt.get(keyOf(field, value)) ?? notTried;
  }

  async #learn(field: string, value: unknown): Promise<true | string> {
    if (value === undefined) return 'its value is unknown';
    // A profile of the target file may be in use; this waits for it.
    return (await this.#onSpare(field, value)) ?? (await this.#onOwned(field, value)) ?? nothingToTryItOn;
  }

  async #onSpare(field: string, value: unknown): Promise<true | string | null> {
    const uuid = await this.profiles.take();
    if (uuid === null) return null;
    try {
      // The newest profile is one that others look at.
      return await this.profiles.alone(uuid, async () => {
        const before = await this.#keep(uuid);
        return before === null ? null : this.#try(uuid, before, field, value);
      });
    } finally {
      this.profiles.giveBack(uuid);
    }
  }

  async #onOwned(field: string, value: unknown): Promise<true | string | null> {
    const { profiles } = this;
    for (const uuid of profiles.owned) {
      const before = await this.#keep(uuid);
      if (before !== null && !mayNotBeRestorable(before[field]))
        return profiles.alone(uuid, async () => this.#try(uuid, before, field, value));
    }
    return null;
  }

  async #try(uuid: string, before: JsonObject, field: string, value: unknown): Promise<true | string> {
    const plain = Object.fromEntries(Object.entries(before).filter(([, text]) => !mayNotBeRestorable(text)));
    if (mayNotBeRestorable(before[field])) {
      const fields = { ...plain, [field]: practiceText };
      await this.#ledger.before({ kind: 'updating', uuid, fields });
      await this.#sender.send('PUT', pathOfProfile(uuid), fields);
      if (!(await becomes(this.#sender, uuid, fields)))
        return `sender profile ${uuid}, on which it was tried, could not be updated`;
    }
    const fields = { ...plain, [field]: value };
    await this.#ledger.before({ kind: 'updating', uuid, fields });
    const isThere = await putBack(this.#sender, uuid, fields, isPutBackSoon);
    if (isThere || before[field] !== value) await putBack(this.#sender, uuid, before, isPutBackSoon);
    return isThere ? true : `sender profile ${uuid}, on which it was tried, did not accept the value`;
  }
}

function keyOf(field: string, value: unknown): string {
  return JSON.stringify([field, value]);
}
