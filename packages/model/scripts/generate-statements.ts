/**
 * Writes the numbered statements into the suite, so that a rule's id, level, section and sentence are checked
 * by the compiler. Run from anywhere: `node scripts/generate-statements.ts`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import document from '@outreach-api/types/statements.json' with { type: 'json' };

/** One thing that the description leaves open, with the answers that a conforming server may choose. */
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
        readonly quote?: string;
        readonly readings?: Readonly<Record<string, OpenReading>>;
      }
    >
  >;
}

/** The module that is generated. */
export const statementsModule = new URL('../src/generated/statements.ts', import.meta.url);

/** The text of the module for these statements, by default the published ones; the same document gives the same text. */
export function renderStatements(source: StatementsDocument = document): string {
  const statements: Record<string, Readonly<Record<'level' | 'section' | 'says' | 'quote', string>>> = {};
  const openReadings: Record<string, Readonly<Record<string, OpenReading>>> = {};
  for (const [id, { level, section, says, quote = '', readings }] of Object.entries(source.statements)) {
    statements[id] = { level, section, says, quote };
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
  writeFileSync(statementsModule, renderStatements());
  process.stdout.write(`wrote ${fileURLToPath(statementsModule)}\n`);
}
