/** All twins: what each breaks, and which other rules may fail on it. */
import { twins } from '@outreach-api/sandbox';
import { code, parts, table } from './markdown.ts';
import { linkBetween, type Page } from './page.ts';
import { statementPath } from './statements.ts';

const path = 'proof/twins';

/** The table of consequences. */
export function twinsPage(): Page {
  const link = (id: string): string => `[${id}](${linkBetween(path, statementPath(id))})`;
  return {
    path,
    title: 'Twins and their consequences',
    description: 'Every broken twin, the statement that it breaks, and others that may fail on it.',
    isSearched: false,
    body: parts(
      'The rule of the broken statement must fail on its twin. Others may, where the defect breaks their statement as well, or seems to; if any other rule fails, the proof is red.',
      table(
        ['twin', 'breaks', 'may break, too'],
        twins.map(({ name, breaks, also }) => [code(name), link(breaks), also.map(link).join(', ')]),
      ),
    ),
  };
}
