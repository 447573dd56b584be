/**
 * A report of every verdict that holds a text wherever a target can put one: for tests of what is generated from
 * reports.
 */
import type { BreachReport, JsonReport, ReportedExchange, ReportedRule } from '../src/json-report.ts';

const none = { reason: null, fault: false, runs: 0, caught: [], unseen: [], breach: null } as const;

/** A report of every verdict that holds a text wherever a target can put one. */
export function reportHolding(text: string): JsonReport {
  return {
    verdict: 'fail',
    target: { baseUrl: 'https://staging.example.com' },
    startedAt: '2026-11-21T12:00:00.000Z',
    version: '1.2.3',
    stopped: false,
    seed: 7,
    requests: 1234,
    waits: 2,
    seconds: 125.5,
    counts: { pass: 1, fail: 2, inconclusive: 1, skipped: 1 },
    rules: rulesHolding(text),
    deviations: [
      {
        rule: 'DEL-01',
        reason: text,
        owner: 'ada',
        until: '2026-12-01',
        state: 'broken',
        red: false,
        says: text,
      },
      {
        rule: 'KEY-01',
        reason: text,
        owner: 'ada',
        until: '2026-10-01',
        state: 'expired',
        red: true,
        says: text,
      },
    ],
    unlisted: [
      {
        rule: 'KEY-01',
        verdict: 'inconclusive',
        reason: text,
        owner: 'name who will fix it',
        until: '2027-05-20',
      },
    ],
    observations: [{ id: 'HOOK-90', question: 'deleting twice', answer: text }],
    ledger: [
      { action: 'created API key', what: text, undone: false },
      { action: 'updated sender profile', what: text, undone: true },
    ],
  };
}

function rulesHolding(text: string): readonly ReportedRule[] {
  return [
    { ...about('AUTH-01', 'Endpoints'), ...none, verdict: 'pass', runs: 40, caught: ['anyone may list'] },
    {
      ...about('PAGE-06', 'Pagination'),
      ...none,
      verdict: 'fail',
      reason: text,
      breach: breachHolding(text),
    },
    {
      ...about('KEY-01', 'API key'),
      ...none,
      verdict: 'inconclusive',
      runs: 1,
      reason: `could not have seen: a field is missing — ${text}`,
      unseen: ['a field is missing'],
    },
    { ...about('DEL-01', 'Delete a webhook'), ...none, verdict: 'fail', breach: breachHolding(text) },
    { ...about('RATE-01', 'Errors'), ...none, verdict: 'skipped', reason: 'needs `allow.flood`' },
  ];
}

function about(id: string, section: string): Pick<ReportedRule, 'id' | 'level' | 'section' | 'says'> {
  return { id, level: 'stated', section, says: `The sentence of ${id} about \`has_more\`.` };
}

function breachHolding(text: string): BreachReport {
  return {
    expected: text,
    actual: text,
    given: { limit: text },
    seen: '4 of 4',
    exchanges: [exchangeHolding('control', text), exchangeHolding('subject', text)],
    curl: `curl -sS '${text}'`,
    replay: 'outreach-conformance server --rule PAGE-06 --seed 7 --path page-window:0',
  };
}

function exchangeHolding(role: ReportedExchange['role'], text: string): ReportedExchange {
  return {
    role,
    request: {
      method: 'PUT',
      url: `https://staging.example.com/${text}`,
      headers: { [text]: text },
      body: text,
    },
    response: { status: 200, headers: { 'content-type': text, [text]: text }, body: text },
    failure: null,
  };
}
