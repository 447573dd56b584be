/** The parts of a run, in their order. */

/**
 * First what only looks, then what expects refusals, then what changes something. Deletions come after that (those that
 * should be refused before those that use up a record), then the looks that must come late, and last, on its own, the
 * flood.
 */
export const phases = ['look', 'refusal', 'change', 'refused deletion', 'delete', 'late', 'flood'] as const;

/** When an experiment runs. */
export type Phase = (typeof phases)[number];
