/** Does independent work a few items at a time: with a distant target, that takes a fraction of the time. */

/** As many as are looked at ahead: the rest of the target's concurrency is for the phase's other experiments. */
const atOnce = 4;

/**
 * Makes something from each item, a few at a time, and yields the results in the order of the items. All work that was
 * started has ended when something is yielded or thrown.
 *
 * @param left - how many more may be made, asked before each batch; at 0, none are made
 */
export async function* inBatches<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
  left: () => number = () => atOnce,
): AsyncGenerator<Made, void, undefined> {
  for (let at = 0; at < items.length;) {
    const batch = items.slice(at, at + Math.min(atOnce, left()));
    if (batch.length === 0) return;
    at += batch.length;
    for (const came of await Promise.allSettled(batch.map(make))) {
      if (came.status === 'rejected') throw came.reason;
      yield came.value;
    }
  }
}

/** The same, once all are made. */
export async function allInBatches<Item, Made>(
  ...given: Parameters<typeof inBatches<Item, Made>>
): Promise<readonly Made[]> {
  const all: Made[] = [];
  for await (const made of inBatches(...given)) all.push(made);
  return all;
}
