/** A cache as careless services have it: it keeps what is put into it, for a while. */
import { keptMs } from './twin.ts';

/** What is kept under names for a while. */
export interface CarelessCache<Kept> {
  /** Undefined if nothing is kept under this name, or was for longer than {@link keptMs}. */
  readonly get: (name: string) => Kept | undefined;
  readonly put: (name: string, kept: Kept) => void;
  readonly drop: (name: string) => void;
}

/** An empty cache. */
export function carelessCache<Kept>(): CarelessCache<Kept> {
  const kept = new Map<string, { readonly value: Kept; readonly at: number }>();
  return {
    get: (name) => {
      const known = kept.get(name);
      return known !== undefined && performance.now() - known.at < keptMs ? known.value : undefined;
    },
    put: (name, value) => {
      kept.set(name, { value, at: performance.now() });
    },
    drop: (name) => {
      kept.delete(name);
    },
  };
}
