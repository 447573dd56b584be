/** Keeps sender profiles as they were before the first update, and puts them back. */
import { Unmet } from '../engine/unmet.ts';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import type { Answer } from './exchange.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { LoneSender } from './lone-sender.ts';
import { becomes, pathOfProfile, putBack, readProfile, writableOf } from './profile-record.ts';

interface Kept {
  /** The fields that can be written, as they were. */
  readonly before: JsonObject;
  readonly entry: LedgerEntry;
  /** Whether a label that is null can be put back: the description does not say that null is taken. */
  labelMayChange: Promise<boolean> | null;
}

/** Keeps sender profiles as they were before the suite first updated them, and puts them back. */
export class ProfileKeeper {
  readonly #sender: LoneSender;
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, Promise<Kept | null>>();

  constructor(sender: LoneSender, ledger: Ledger) {
    this.#sender = sender;
    this.#ledger = ledger;
  }

  /**
   * To be called before a profile is updated, whoever asks for the update. Resolves to whether it can be read.
   *
   * @throws Unmet where the update could not be taken back
   */
  async keep(uuid: string, changesLabel: boolean): Promise<boolean> {
    const key = uuid.toLowerCase();
    const known = this.#kept.get(key) ?? this.#keep(uuid);
    this.#kept.set(key, known);
    const kept = await known;
    if (kept === null || !changesLabel) return kept !== null;
    // Asked only where a label is to change, since the answer takes an update.
    kept.labelMayChange ??=
      kept.before['label'] === null ? this.#takesNull(uuid, kept.before) : Promise.resolve(true);
    if (!(await kept.labelMayChange)) {
      throw new Unmet(
        `the label of sender profile ${uuid} is null and the target does not take null, so it could not be restored`,
      );
    }
    return true;
  }

  /** Writes down what an update was answered with: whoever restores knows those values as the suite's. */
  async updated(uuid: string, { ok, json }: Answer): Promise<void> {
    if (ok && isRecord(json)) await this.#ledger.after({ kind: 'updated', uuid, shown: writableOf(json) });
  }

  /** To be called once a profile was deleted: there is nothing left to put back. */
  forget(uuid: string): void {
    const key = uuid.toLowerCase();
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    void kept
      ?.then((known) => {
        if (known !== null) known.entry.undone = true;
      })
      .catch(() => undefined);
  }

  async #keep(uuid: string): Promise<Kept | null> {
    const record = await readProfile(this.#sender, uuid);
    if (record === null) return null;
    const before = writableOf(record);
    await this.#ledger.found({ kind: 'profile', uuid, before });
    const entry = this.#ledger.add('updated sender profile', `uuid ${uuid}`, async () => {
      const isBack = await putBack(this.#sender, uuid, before);
      if (isBack) await this.#ledger.after({ kind: 'restored', uuid });
      return isBack;
    });
    return { before, entry, labelMayChange: null };
  }

  async #takesNull(uuid: string, before: JsonObject): Promise<boolean> {
    const fields = Object.fromEntries(Object.entries(before).filter(([field]) => field !== 'schedule'));
    const answer = await this.#sender.send('PUT', pathOfProfile(uuid), fields);
    return answer !== null && answer.ok && (await becomes(this.#sender, uuid, fields));
  }
}
