/** Which verdicts real clients get. */
import { drivers } from '../../conformance/test/drivers/driver.ts';
import { readExpectations } from '../../conformance/test/drivers/expectation.ts';
import { parts, prose, table } from './markdown.ts';
import { linkBetween, type Page } from './page.ts';
import { statementPath } from './statements.ts';

const path = 'proof/clients';

/**
 * The page on real clients.
 *
 * @param hasResults - whether the results of the last run on this machine are part of the site
 */
export function clientsPage(hasResults: boolean): Page {
  const expected = readExpectations();
  const rows = drivers.map(({ name }) => {
    const others = Object.entries(expected[name] ?? {}).map(
      ([id, { verdict, because }]) =>
        `[${id}](${linkBetween(path, statementPath(id))}) ${verdict}: ${prose(because)}`,
    );
    return [name, others.length === 0 ? 'all pass' : `${others.join('; ')}. All others pass.`];
  });
  return {
    path,
    title: 'Real clients',
    description: 'The verdicts on well-known HTTP clients, and why they are right.',
    body: parts(
      `Well-known clients are judged through their [drivers](${linkBetween(path, 'proof/drivers')}), which have the table of their waits. These are the verdicts that are expected of each.`,
      table(['client', 'verdicts'], rows),
      hasResults
        ? '[The waits of each client](clients.html), as measured on the machine that built this site.'
        : '`pnpm clients` judges them all, and plots the waits of each on `apps/conformance/clients-report/clients.html`; `pnpm run build:with-reports` in `apps/docs` builds a site that has that page here.',
    ),
  };
}
