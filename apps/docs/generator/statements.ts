/** The numbered statements, as the site's pages need them. */
import statementsDocument from '@outreach-api/types/statements.json' with { type: 'json' };
import { groupTitleOf } from '@outreach-api/report/rule-groups';

/** A question that the description leaves open, with answers that conform. */
export interface Reading {
  readonly name: string;
  readonly asks: string;
  readonly admissible: Readonly<Record<string, string>>;
}

interface WrittenStatement {
  readonly level: string;
  readonly section: string;
  readonly says: string;
  readonly quote?: string;
  readonly operations?: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly readings?: Readonly<Record<string, Omit<Reading, 'name'>>>;
}

/** A numbered statement of the description. */
export interface Statement {
  readonly id: string;
  /** The part of the description that it belongs to, such as Lists. */
  readonly group: string;
  readonly level: string;
  readonly section: string;
  readonly says: string;
  readonly quote: string | null;
  readonly operations: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly readings: readonly Reading[];
}

const written: Readonly<Record<string, WrittenStatement>> = statementsDocument.statements;

/** All statements, in their order. */
export const statements: readonly Statement[] = Object.entries(written).map(([id, one]) => ({
  id,
  group: groupTitleOf(id),
  level: one.level,
  section: one.section,
  says: one.says,
  quote: one.quote ?? null,
  operations: one.operations ?? [],
  fields: one.fields ?? {},
  readings: named(one.readings ?? {}),
}));

/** Questions that no statement mentions. */
export const unmentioned: readonly Reading[] = named(statementsDocument.unmentioned);

/** The titles of the groups, in the order of the statements. */
export const groups: readonly string[] = [...new Set(statements.map(({ group }) => group))];

/** Where the page of a statement is. */
export function statementPath(id: string): string {
  return `statements/${id.toLowerCase()}`;
}

function named(readings: Readonly<Record<string, Omit<Reading, 'name'>>>): readonly Reading[] {
  return Object.entries(readings).map(([name, reading]) => ({ name, ...reading }));
}
