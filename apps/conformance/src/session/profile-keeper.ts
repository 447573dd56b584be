/** Keeps sender profiles as they were before the first update, and puts them back. */
import { setTimeout as wait } from 'node:timers/promises';
import { Unmet } from '../engine/unmet.ts';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { LoneSender } from './lone-sender.ts';

interface Kept {
  readonly before: JsonObject;
  readonly entry: LedgerEntry;
  /** Whether a label that is null can be put back: the description does not say that null is taken. */
  labelMayChange: Promise<boolean> | null;
}

const writable = ['first_name', 'last_name', 'label', 'schedule'] as const;

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

  /** To be called once a profile was deleted: there is nothing left to put back. */
  forget(uuid: string): void {
    const key = uuid.toLowerCase();
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    void kept?.then((known) => {
      if (known !== null) known.entry.undone = true;
    });
  }

  async #keep(uuid: string): Promise<Kept | null> {
    const before = await this.#read(uuid);
    if (before === null) return null;
    const entry = this.#ledger.add('updated sender profile', `uuid ${uuid}`, async () =>
      this.#putBack(uuid, before),
    );
    return { before, entry, labelMayChange: null };
  }

  async #takesNull(uuid: string, before: JsonObject): Promise<boolean> {
    const fields = ['first_name', 'last_name', 'label'];
    const answer = await this.#sender.send('PUT', pathOf(uuid), only(before, fields));
    return answer !== null && answer.ok && (await this.#isAgain(uuid, before, fields));
  }

  async #putBack(uuid: string, before: JsonObject): Promise<boolean> {
    const shown = writable.filter((field) => field in before);
    const now = await this.#read(uuid);
    if (now !== null && agree(before, now, shown)) return true;
    for (const fields of [shown, shown.filter((field) => field !== 'schedule')]) {
      await this.#sender.send('PUT', pathOf(uuid), only(before, fields));
      if (await this.#isAgain(uuid, before, shown)) return true;
    }
    return false;
  }

  async #isAgain(uuid: string, before: JsonObject, fields: readonly string[]): Promise<boolean> {
    for (let tries = 0; tries < 5; tries += 1) {
      const now = await this.#read(uuid);
      if (now !== null && agree(before, now, fields)) return true;
      await wait(100 * 2 ** tries);
    }
    return false;
  }

  async #read(uuid: string): Promise<JsonObject | null> {
    const answer = await this.#sender.send('GET', pathOf(uuid));
    return answer !== null && answer.ok && isRecord(answer.json) ? answer.json : null;
  }
}

function pathOf(uuid: string): string {
  return `/flows/api/sender-profiles/${encodeURIComponent(uuid)}`;
}

function only(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

function agree(a: JsonObject, b: JsonObject, fields: readonly string[]): boolean {
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}
