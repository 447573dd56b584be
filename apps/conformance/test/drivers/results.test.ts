/** Shows the table and the page of the results of clients. */
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { markup } from '@outreach-api/report/markup';
import { judgedHolding } from './judged-holding.ts';
import { resultsPage } from './results-page.ts';
import { tableOf } from './table.ts';

const missing = {
  ...judgedHolding('a text'),
  versions: '',
  report: null,
  fault: 'go is not on this machine',
};

describe('the table', () => {
  const [head, , row, second, ...explained] = tableOf([judgedHolding('a\ntext'), missing])
    .trim()
    .split('\n');

  it('has a column for each rule and a row for each client', () => {
    expect(head).toBe('| client | versions | AUTH-01 | DEL-01 | KEY-01 | PAGE-06 | RATE-01 |');
    expect(row).toBe('| ky | ky 2.1.0 | pass | fail | inconclusive | fail | skipped |');
  });

  it('does not pass a client that could not be judged', () => {
    expect(second).toBe('| ky |  | not judged | not judged | not judged | not judged | not judged |');
    expect(explained.at(-1)).toBe('- ky: not judged: go is not on this machine');
  });

  it('says in one line each why a verdict is not a pass', () => {
    expect(explained.filter((line) => line !== '')).toHaveLength(5);
  });
});

describe('the page', () => {
  const page = resultsPage(
    [
      {
        ...judgedHolding('<script>alert(1)</script>'),
        waits: {
          gaps: [[200]],
          drawing: markup`<svg><title>waits of ky</title></svg>`,
          says: 'As declared.',
        },
      },
      missing,
    ],
    { ky: { 'PAGE-06': { verdict: 'fail', because: 'its pages end early' } } },
    ['ky: something'],
  );

  it('is HTML in which no reported text becomes active', () => {
    expect(JSON.stringify(parse(page), withoutParents)).not.toContain('"tagName":"script"');
  });

  it('holds the plot of the waits, and what is expected', () => {
    expect(page).toContain('<title>waits of ky</title>');
    expect(page).toContain('Expected: fail, because its pages end early.');
  });

  it('frames only what is not expected', () => {
    const cells = page.match(/<td class="[^"]*"/g) ?? [];
    expect(cells.filter((cell) => cell.includes('unexpected'))).toHaveLength(3 + 5);
  });
});

function withoutParents(key: string, value: unknown): unknown {
  return key === 'parentNode' ? undefined : value;
}
