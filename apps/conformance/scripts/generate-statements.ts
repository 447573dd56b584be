/**
 * Writes the numbered statements into the suite, so that a rule's id, level, section and sentence are checked
 * by the compiler. Run from anywhere: `node scripts/generate-statements.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One thing that the description leaves open, with answers that a conforming server may choose. */
interface OpenReading {
  readonly asks: string;
  readonly admissible: Readonly<Record<string, string>>;
}

/** The parts of the statements document that the suite uses. */
export interface StatementsDocument {
  readonly statements: Readonly<
    Record<
      string,
      {
        readonly level: string;
        readonly section: string;
        readonly says: string;
        readonly readings?: Readonly<Record<string, OpenReading>>;
      }
    >
  >;
}

const source = new URL('../../../packages/types/generated/statements.json', import.meta.url);
const target = new URL('../src/generated/statements.ts', import.meta.url);

/** Reads the statements as packages/types publishes them. Throws where its `generate` has not run yet. */
export function readStatementsDocument(): StatementsDocument {
  return JSON.parse(readFileSync(source, 'utf8')) as StatementsDocument;
}

/** The text of the module for these statements; the same document always gives the same text. */
export function renderStatements(document: StatementsDocument): string {
  const statements: Record<string, { level: string; section: string; says: string }> = {};
  const openReadings: Record<string, Readonly<Record<string, OpenReading>>> = {};
  for (const [id, { level, section, says, readings }] of Object.entries(document.statements)) {
    statements[id] = { level, section, says };
    if (readings !== undefined) openReadings[id] = readings;
  }
  return `/** The numbered statements of the API description, generated from spec/statements.yaml; do not edit. */

/** Each statement by its id. */
export const statements = ${JSON.stringify(statements, null, 2)} as const;

/** The id of a statement. */
export type StatementId = keyof typeof statements;

/** What each open statement asks of a target, and answers that a conforming one may choose. */
export const openReadings = ${JSON.stringify(openReadings, null, 2)} as const;
`;
}

if (import.meta.main) {
  writeFileSync(target, renderStatements(readStatementsDocument()));
  process.stdout.write(`wrote ${fileURLToPath(target)}\n`);
}
