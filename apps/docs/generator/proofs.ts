/** What proves a rule: broken servers and broken clients. */
import { twins, type Twin } from '@outreach-api/sandbox';
import { brokenClients } from '../../conformance/test/clients/broken-clients.ts';
import { code, list, prose, section } from './markdown.ts';
import { publicReports, type PublicReport } from './public-reports.ts';

const reports = publicReports();

/** The section on the twins that break a statement, or the clients that do. */
export function proofSection(id: string): string {
  const clients = brokenClients.filter(({ breaks }) => breaks === id);
  if (clients.length > 0)
    return section(
      'Clients that prove it',
      'Each of these clients has this one defect. The tests expect that the rule finds it, and that no other rule does.',
      list(clients.map(({ name }) => prose(name))),
    );
  const own = twins.filter(({ breaks }) => breaks === id);
  return section(
    'Twins that prove it',
    own.length === 0
      ? ''
      : 'A twin is the sandbox with one defect. The proof expects that this rule finds each of them, whatever else the sandbox does where the description is silent. A defect shows only where what its twin needs is allowed or provided. Start one with `npx @outreach-api/sandbox --twin NAME`.',
    list(own.map(twinLine)),
  );
}

function twinLine({ name, needs }: Twin): string {
  const wants = needs.length === 0 ? '' : ` (needs ${needs.map(code).join(', ')})`;
  const from = knownFrom(reports.get(name) ?? []);
  return `${code(name)}${wants}${from === '' ? '' : `: ${from}`}`;
}

function knownFrom(all: readonly PublicReport[]): string {
  const words = all[0]?.what ?? '';
  const links = all.map(({ name, url }) => `[${prose(name)}](${url})`).join(', ');
  if (links === '') return '';
  return words.startsWith('the same') ? `known from ${links}` : `${words}, known from ${links}`;
}
