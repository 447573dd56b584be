/** The codes of all breaches of the description. */

/** The values of a breach, by its code: added by declaration merging where rules are written. */
export interface BreachValues {
  /** A request that never gets an answer, although others do. */
  readonly 'no-answer': { readonly request: string };
}
