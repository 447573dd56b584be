import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dialect } from '@outreach-api/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxReport } from '../../test/sandbox-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { readReport } from '../report/read-report.ts';
import { compareReports, type ReportOfFile } from '@outreach-api/report/comparison/compare-reports';
import type { Comparison } from '@outreach-api/report/comparison/comparison';
import { comparisonText } from '@outreach-api/report/comparison/comparison-text';

let first: JsonReport;

beforeAll(async () => {
  first = await sandboxReport({}, 1);
});

function compared(second: JsonReport): Comparison {
  return compareReports(ofFile('first.json', first), ofFile('second.json', second));
}

function ofFile(file: string, report: JsonReport): ReportOfFile {
  return { file, report };
}

interface Shown {
  readonly reading: Partial<Dialect>;
  readonly by: readonly string[];
}

function showing(reading: Partial<Dialect>, ...by: readonly string[]): Shown {
  return { reading, by };
}

/** Readings, and the questions by which each shows. */
const shownBy: Readonly<Record<string, Shown>> = {
  pageMaximum: showing({ pageMaximum: '50' }, 'the maximum of limit'),
  limitZero: showing({ limitZero: 'empty-page' }, 'limit zero (limit=0)'),
  listOrder: showing({ listOrder: 'target-url' }, 'the fields that the list of webhooks is sorted by'),
  severalFilterFields: showing({ severalFilterFields: 'or' }, 'conditions on two fields at once'),
  emptyFilterArray: showing({ emptyFilterArray: 'everything' }, 'an empty array'),
  nullsUnderNotEquals: showing({ nullsUnderNotEquals: 'included' }, 'records whose field is null under !='),
  missingCredentialStatus: showing(
    { missingCredentialStatus: '403' },
    'listing webhooks without a credential',
  ),
  dateFormat: showing({ dateFormat: 'seconds' }, 'how date-times are written'),
  jsonContentType: showing({ jsonContentType: 'charset' }, 'the Content-Type of the list of webhooks'),
  jwtAlgorithm: showing({ jwtAlgorithm: 'ES256' }, 'the algorithm of the JWT'),
  jtiForm: showing({ jtiForm: 'prefixed' }, 'the form of jti'),
  successStatusOfCreate: showing(
    { successStatusOfCreate: '200' },
    'the answer that says that creating an API key succeeded',
  ),
  unknownEvent: showing({ unknownEvent: 'refused' }, 'a test of an unknown event'),
  nameTrimming: showing({ nameTrimming: 'trimmed' }, 'an update with white space at the ends of first_name'),
  omittedOnUpdate: showing(
    { omittedOnUpdate: 'cleared' },
    'an update of first_name alone',
    'an update with an empty body',
  ),
  deleteTwice: showing(
    { deleteTwice: 'confirmed' },
    'deleting a webhook twice',
    'deleting a webhook of an unknown uuid',
    'deleting a sender profile twice',
    'deleting a sender profile of an unknown uuid',
  ),
};

const quadruples = [
  ['pageMaximum', 'deleteTwice', 'omittedOnUpdate', 'jwtAlgorithm'],
  ['limitZero', 'jtiForm', 'nameTrimming', 'severalFilterFields'],
  ['missingCredentialStatus', 'dateFormat', 'jsonContentType', 'nullsUnderNotEquals'],
  ['listOrder', 'emptyFilterArray', 'unknownEvent', 'successStatusOfCreate'],
] as const;

describe('two runs are compared', () => {
  it('on one server, with another seed and other starting data: no difference at all', async () => {
    const comparison = compared(await sandboxReport({}, 2));
    expect(comparison).toMatchObject({ drift: 0, differences: 0 });
    expect(comparisonText(comparison)).toContain('No difference.');
  });

  it.each([
    ['slower', { latencyMs: 40 }],
    ['limited', { rateLimit: { requests: 20, perMs: 1000 } }],
    ['with a short list', { webhooks: 6 }],
    ['with a long list', { webhooks: 300 }],
  ])('on one server that is %s: no drift', async (_what, sandbox) => {
    const second = await sandboxReport({}, 6, { sandbox, observesOnly: true });
    expect(compareReports(ofFile('a', { ...first, rules: [] }), ofFile('b', second)).drift).toBe(0);
  });

  it('on one server whose list somebody changes meanwhile: no drift', async () => {
    const webhook = { event: 'message_sent', request_method: 'POST', target_url: 'https://example.com/new' };
    const second = await sandboxReport({}, 7, {
      observesOnly: true,
      meanwhile: (sandbox) => sandbox.createWebhook(0, webhook),
    });
    expect(compareReports(ofFile('a', { ...first, rules: [] }), ofFile('b', second)).drift).toBe(0);
  });

  it.each(quadruples)('whose dialects differ in %s, %s, %s and %s: these are named', async (...names) => {
    const rows = names.flatMap((name) => shownBy[name] ?? []);
    const dialect: Partial<Dialect> = Object.assign({}, ...rows.map(({ reading }) => reading));
    const comparison = compared(await sandboxReport(dialect, 4));
    const questions = rows.flatMap(({ by }) => by);
    const named = comparison.observations.map(({ question }): string => question);
    expect(named.toSorted()).toEqual(questions.toSorted());
    expect(comparison).toMatchObject({
      drift: questions.length,
      differences: questions.length,
      verdicts: [],
      rules: { appeared: [], vanished: [] },
      questions: { appeared: [], vanished: [] },
    });
    // Questions that changed alike share a line.
    const lines = new Set(comparison.observations.map(({ changed }) => changed)).size;
    expect(comparisonText(comparison)).toContain(`\nObservations that changed (${lines}):`);
  });

  it('with what changed in few words', async () => {
    const text = comparisonText(
      compared(await sandboxReport({ pageMaximum: '50', deleteTwice: 'confirmed' }, 5)),
    );
    expect(text).toContain(
      '  PAGE-90  the maximum of limit: 100, a larger one is clamped → 50, a larger one is clamped\n',
    );
    expect(text).toContain('deleting a webhook twice; ');
    expect(text).toContain(': 404, application/problem+json → 204, no body\n');
  });
});

describe('drift', () => {
  function edited(edit: (report: JsonReport) => Partial<JsonReport>): JsonReport {
    return { ...first, ...edit(first) };
  }

  function withVerdict(verdict: 'fail' | 'inconclusive' | 'skipped'): JsonReport {
    return edited(({ rules }) => ({
      rules: rules.map((rule) => (rule.id === 'PAGE-06' ? { ...rule, verdict, reason: 'because' } : rule)),
    }));
  }

  it('is a verdict that was decided both times, and differently', () => {
    const comparison = compared(withVerdict('fail'));
    expect(comparison).toMatchObject({
      drift: 1,
      differences: 1,
      verdicts: [{ id: 'PAGE-06', before: 'pass', after: 'fail', drift: true }],
    });
    expect(comparisonText(comparison)).toContain('PAGE-06  pass → fail: because');
  });

  it('is not a verdict that one of the reports leaves undecided', () => {
    for (const verdict of ['inconclusive', 'skipped'] as const)
      expect(compared(withVerdict(verdict))).toMatchObject({ drift: 0, differences: 1 });
  });

  it('is not an observation that one of the reports lacks or leaves undetermined', () => {
    const [one, ...others] = first.observations;
    expect(one).toBeDefined();
    if (one === undefined) return;
    const why = 'not determined: the list, of 3 pages; and more, changed';
    const undetermined = { ...one, answer: why, found: false } as const;
    const comparison = compared({ ...first, observations: [undetermined, ...others] });
    expect(comparison).toMatchObject({ drift: 0, differences: 1 });
    expect(comparisonText(comparison)).toContain(`${one.question}: ${one.answer} → ${why}\n`);
    expect(compared({ ...first, observations: others })).toMatchObject({
      drift: 0,
      differences: 1,
      questions: { vanished: [one], appeared: [] },
    });
  });

  it('rules that appeared and vanished are listed apart', () => {
    const comparison = compared(
      edited(({ rules }) => ({
        rules: rules.slice(1).map((rule) => (rule.id === 'PAGE-01' ? { ...rule, id: 'NEW-01' } : rule)),
      })),
    );
    expect(comparison.rules.vanished.map(({ id }) => id)).toEqual(['AUTH-01', 'PAGE-01']);
    expect(comparison.rules.appeared.map(({ id }) => id)).toEqual(['NEW-01']);
    expect(comparison).toMatchObject({ drift: 0, differences: 3 });
  });
});

describe('a report is read back', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'outreach-reports-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function read(text: string): Promise<JsonReport> {
    const file = path.join(folder, 'report.json');
    await writeFile(file, text);
    return readReport(file);
  }

  it('as it was written', async () => {
    expect(await read(JSON.stringify(first))).toEqual(JSON.parse(JSON.stringify(first)));
  });

  it('also one that has no more than the first reports had', async () => {
    const { startedAt: _s, version: _v, stopped: _p, waits: _w, deviations: _d, ...old } = first;
    expect(await read(JSON.stringify(old))).toMatchObject({
      deviations: [],
      counts: first.counts,
    });
  });

  it.each([
    ['no JSON', 'oops', /report\.json: it is not JSON; a report is written by --json FILE$/],
    ['empty', '', /report\.json: it is not JSON \(it is empty\)/],
    [
      'another JSON',
      '{ "baseUrl": "x" }',
      /report\.json: it is not a report of outreach-conformance: `verdict` is missing$/,
    ],
    ['an array', '[]', /it is not a report of outreach-conformance: the file must be object$/],
  ])('and refused where it is %s', async (_what, text, says) => {
    await expect(read(text)).rejects.toThrow(says);
  });

  it('and the published schema names all its fields', async () => {
    const schema: unknown = JSON.parse(
      await readFile(new URL('../report/report.schema.json', import.meta.url), 'utf8'),
    );
    expect(schema).toMatchObject({
      properties: Object.fromEntries(Object.keys(first).map((name) => [name, expect.any(Object)])),
      $defs: {
        rule: {
          properties: Object.fromEntries(
            Object.keys(first.rules[0] ?? {}).map((name) => [name, expect.any(Object)]),
          ),
        },
      },
    });
  });
});
