/** The badge shows the counts, also as text for those who cannot see it. */
import { expect, it } from 'vitest';
import { reportHolding } from './report-holding.ts';
import { badgeSvg } from '../src/badge.ts';

it('says the counts in its text and its accessible title', () => {
  const svg = badgeSvg(reportHolding('<script>'));
  expect(svg).toMatch(
    /^<svg [^>]*role="img" aria-label="outreach conformance: 1 pass · 2 fail · 2 undecided"/,
  );
  expect(svg).toContain('<title>outreach conformance: 1 pass · 2 fail · 2 undecided</title>');
  expect(svg).toContain('#b52c2c');
});

it('is green only where everything was decided and holds', () => {
  const report = { ...reportHolding(''), verdict: 'pass', deviations: [], unlisted: [] } as const;
  const [passed] = report.rules;
  if (passed === undefined) throw new Error('the report has a rule that passes');
  const whole = { ...report, rules: [passed], counts: { pass: 1, fail: 0, inconclusive: 0, skipped: 0 } };
  const partly = { ...whole, counts: { pass: 1, fail: 0, inconclusive: 0, skipped: 1 } };
  const idle = { ...whole, counts: { pass: 0, fail: 0, inconclusive: 0, skipped: 1 } };
  const [green, blue, amber] = [whole, partly, idle].map(
    (one) => /fill="(#[0-9a-f]{6})"/g.exec(badgeSvg(one).replace('#40454d', ''))?.[1],
  );
  expect([green, blue, amber]).toEqual(['#2b7a3d', '#2a6f97', '#8a6100']);
});
