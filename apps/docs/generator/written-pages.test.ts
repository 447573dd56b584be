/** What becomes of the links of a guide. */
import { describe, expect, it } from 'vitest';
import { siteLinks } from './written-pages.ts';

describe('a link of a guide', () => {
  const linked = (markdown: string): string =>
    siteLinks(markdown, 'apps/docs/guides/reports.md', 'guides/reports');

  it.each([
    ['to another guide', '[a](safety.md#the-ledger)', '[a](../safety/#the-ledger)'],
    ['to a decision', '[a](../../../.decisions/masking.md)', '[a](../../decisions/masking/)'],
    [
      'to the definition of a command',
      '[`server`](../../conformance/src/commands/server.ts)',
      '[`server`](../../reference/commands/server/)',
    ],
    ['to the statements', '[a](../../../spec/statements.yaml)', '[a](../../statements/)'],
    ['within the page', '[a](#links-to-this-site)', '[a](#links-to-this-site)'],
    ['to another site', '[a](https://ctrf.io)', '[a](https://ctrf.io)'],
    [
      'to a file that the site does not have',
      '[a script](../../conformance/examples/ci/judge.sh)',
      'a script (`apps/conformance/examples/ci/judge.sh`)',
    ],
    [
      'to a JSON Schema',
      '[a](../../conformance/src/report/report.schema.json)',
      '[a](../../schemas/report.schema.json)',
    ],
    ['by the id of a statement', 'see PAGE-06.', 'see [PAGE-06](../../statements/page-06/).'],
    ['in code', '`[a](safety.md)` and `PAGE-06`', '`[a](safety.md)` and `PAGE-06`'],
  ])('%s', (_, markdown, expected) => {
    expect(linked(markdown)).toBe(expected);
  });

  it('to a file that does not exist fails', () => {
    expect(() => linked('[a](no-such-guide.md)')).toThrow(
      'apps/docs/guides/reports.md links to apps/docs/guides/no-such-guide.md, which does not exist',
    );
  });
});
