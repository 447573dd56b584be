/** One of the parts that the rules of a run are split into, so that several jobs share them. */
/** One of the parts that the rules of a run are split into: `2/4`. */
export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}
