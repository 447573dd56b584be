/** What the engine's user says about what is tested. */

/** What a rule says about what is tested, whoever looks at it and how. */
export interface Judged {
  /** What a rule or an experiment may need from the owner of what is tested. */
  readonly need: unknown;
  /** Which requests a statement demands an answer to. */
  readonly answerDemanded: unknown;
  /** In which types it is said what was found. */
  readonly findings: Findings;
}

/** The types that vary with what is tested: a user of the engine declares one such type; see `engine-for.ts`. */
export interface Tested extends Judged {
  /** What a probe talks to. */
  readonly session: unknown;
  /** The names of the parts of a run. */
  readonly phase: string;
  /** What probes look at and change. */
  readonly resource: string;
  /** How much of each budget a run of an experiment may spend. */
  readonly cost: Spendable;
}

/** The types of what is found: the same for all that is reported together. */
export interface Findings {
  /** A request and its response, as they are kept with an observation. */
  readonly exchange: unknown;
  /** The same as rules judge it, if they take it as evidence. */
  readonly exchangeSeen: unknown;
  /** Which exchanges of a run show a breach. */
  readonly shownBy: unknown;
  /** The identifiers of statements. */
  readonly statement: string;
  /** How binding a statement is. */
  readonly level: string;
  /** The values of a breach, by its code. */
  readonly breachValues: object;
}

/** The code of a breach. */
export type CodeOf<Found extends Findings> = keyof Found['breachValues'] & string;

/** The statements that rules judge, by their identifiers. */
export type Statements<Found extends Findings> = Readonly<
  Record<Found['statement'], Statement<Found['level']>>
>;

/** A statement about what is tested. */
export interface Statement<Level extends string> {
  readonly level: Level;
  readonly section: string;
  readonly says: string;
  /** The words that it rests on. */
  readonly quote: string;
}

/** An amount of each budget: of what is counted and cannot be undone. A budget that is not named counts as nothing. */
export type Spendable = Readonly<Partial<Record<string, number>>>;
