/** Outputs that could not be written: each stands alone, and all others are written. */

/** Collects the outputs that could not be written, each with the reason. */
export class Unwritten {
  readonly #faults = new Map<string, string>();
  readonly #reported = new Set<string>();

  /** Writes an output; if that throws, the reason is kept, and nothing is thrown. */
  async attempt(file: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.add(file, error);
    }
  }

  /** Keeps why an output could not be written. Of one output, the first reason is enough. */
  add(file: string, error: unknown): void {
    if (this.#faults.has(file)) return;
    const why = error instanceof Error ? error.message : String(error);
    this.#faults.set(file, `${file} cannot be written: ${why}`);
  }

  /** Whether every output could be written so far. */
  get isEmpty(): boolean {
    return this.#faults.size === 0;
  }

  /** A sentence for each output that could not be written, each only once. */
  report(): readonly string[] {
    const faults = [...this.#faults.values()].filter((fault) => !this.#reported.has(fault));
    for (const fault of faults) this.#reported.add(fault);
    return faults;
  }
}
