/** What proves the suite: how many twins break each statement. */
import { twins } from '@outreach-api/sandbox';
import { describedRules } from '../../conformance/src/catalogue/described-rule.ts';
import { brokenClients } from '../../conformance/test/clients/broken-clients.ts';
import { parts, section, table } from './markdown.ts';
import { linkBetween, type Page } from './page.ts';
import { statementPath } from './statements.ts';

const path = 'proof';

/**
 * The page on the proof.
 *
 * @param hasMatrix - whether the matrix of the last proof on this machine is part of the site
 */
export function proofPage(hasMatrix: boolean): Page {
  const rows = describedRules().map(({ id, catches }) => {
    const own = twins.filter(({ breaks }) => breaks === id);
    const broken = own.length + brokenClients.filter(({ breaks }) => breaks === id).length;
    const reported = own.filter(({ report }) => report !== null).length;
    return [`[${id}](${linkBetween(path, statementPath(id))})`, broken, reported, catches.length].map(String);
  });
  return {
    path,
    title: 'How the suite is proved',
    label: 'The proof',
    description:
      'Which broken services and clients the suite must find, and on which conforming ones it must find nothing.',
    body: parts(
      'The suite makes three promises, and each is tried.',
      section(
        'No false alarm',
        'The proof generates services that conform: the sandbox, with one reading chosen at random for each question that the description leaves open. Nothing may fail on them. In simulation they also stand behind gateways that fail, lose responses, lag behind, or have others at work.',
      ),
      section(
        'Nothing is missed',
        `${twins.length} twins are the sandbox with one statement made untrue, and ${brokenClients.length} broken clients have one defect each. The rule of the broken statement must fail, and others only where [the table of consequences](${linkBetween(path, 'proof/twins')}) says so.`,
        table(
          [
            'statement',
            'broken twins or clients',
            'known from public reports',
            'breaches that a pass excludes',
          ],
          rows,
        ),
      ),
      section(
        'No empty pass',
        'Services that implement nothing (`200 {}` to everything, `404`, `422`, `500`, an empty list, a closed port, an echo) pass no rule, apart from entries with a written reason.',
      ),
      section(
        'The matrix',
        hasMatrix
          ? '[The matrix of twins and rules](matrix.html) is that of the last proof on the machine that built this site.'
          : '`pnpm test:proof` writes the matrix of twins and rules to `apps/conformance/proof-report/matrix.html`; `pnpm run build:with-reports` in `apps/docs` builds a site that has it here.',
      ),
    ),
  };
}
