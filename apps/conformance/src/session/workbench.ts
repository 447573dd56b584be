/** Sender profiles that are made at once, for parallel work, and one that stays as it is until it is asked for. */

/** How many are made for parallel work. More would only wait for each other's requests. */
const profilesOnTheBench = 4;

/** A sender profile that nothing has updated, and when it was made, in milliseconds on the run's clock. */
export interface UntouchedProfile {
  readonly uuid: string;
  readonly madeMs: number;
}

/** Sender profiles that are made for parallel work, the same ones for all callers. */
export class Workbench {
  readonly #make: () => Promise<string | null>;
  readonly #nowMs: () => number;
  /** Null once they were released. */
  #profiles: Promise<readonly string[]> | null | undefined;
  #untouched: Promise<UntouchedProfile | null> | null = null;

  /** @param make - makes a sender profile; null if none can be made, or if it would stay on the target */
  constructor(make: () => Promise<string | null>, nowMs: () => number) {
    this.#make = make;
    this.#nowMs = nowMs;
  }

  /** Those made for parallel work; none if none can be made, or once they were released. */
  async profiles(): Promise<readonly string[]> {
    if (this.#profiles === null) return [];
    this.#profiles ??= this.#makeAll();
    return this.#profiles;
  }

  /**
   * One that nothing has updated yet: the one made with the others, so that it is not new any more, or a new one. Each
   * is handed out once; null if none can be made.
   */
  async untouched(): Promise<UntouchedProfile | null> {
    const made = this.#untouched ?? this.#makeUntouched();
    this.#untouched = null;
    return made;
  }

  /** Resolves to those made for parallel work, which are not handed out any more. */
  async release(): Promise<readonly string[]> {
    // If the run was stopped while they were made, the ledger removes them.
    const all = (await this.#profiles?.catch(() => [])) ?? [];
    this.#profiles = null;
    return all;
  }

  async #makeAll(): Promise<readonly string[]> {
    this.#untouched ??= this.#makeUntouched();
    await this.#untouched;
    return madeUpTo(profilesOnTheBench, this.#make);
  }

  async #makeUntouched(): Promise<UntouchedProfile | null> {
    const uuid = await this.#make();
    return uuid === null ? null : { uuid, madeMs: this.#nowMs() };
  }
}

/** Makes so many, or as many as can be made. */
export async function madeUpTo(most: number, make: () => Promise<string | null>): Promise<readonly string[]> {
  const made: string[] = [];
  while (made.length < most) {
    const uuid = await make();
    if (uuid === null) break;
    made.push(uuid);
  }
  return made;
}
