import { randomUUID } from 'node:crypto';
import type { Dialect, RecordedRequest, SandboxOptions } from '@outreach-api/sandbox';
import { simulate, simulateService } from '../../test/simulation/simulate.ts';
import { describe, expect, it } from 'vitest';
import { judgeTarget } from '../judge-target.ts';
import type { Run } from '../run.ts';
import { sandboxTarget } from '../../test/judge-sandbox.ts';
import { nullTargets, type NullTarget } from '../../test/services/null-targets.ts';
import { jsonReport } from '../report/json-report.ts';
import { Summary } from '../report/summary.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { completeTarget, type Allowed } from '../target/target.ts';
import { openQuestions } from './open-questions.ts';

interface Observed {
  readonly run: Run;
  /** `id question` → answer. */
  readonly answers: Readonly<Record<string, string>>;
  readonly record: readonly RecordedRequest[];
}

const nothing: Partial<Allowed> = {
  createApiKeys: 0,
  deliveries: 0,
  updates: false,
  deletes: false,
  flood: 0,
};

async function observed(
  dialect: Partial<Dialect> = {},
  allow: Partial<Allowed> = {},
  options: SandboxOptions = {},
): Promise<Observed> {
  return simulate({ seed: 1, sandbox: { ...options, dialect } }, async ({ sandbox, network, url }) => {
    const target = sandboxTarget(sandbox, url, allow);
    const judging = { rules: [], observe: true, seed: 1, runs: null, path: null, network };
    const run = await judgeTarget(target, judging);
    return { run, answers: answersOf(run), record: [...sandbox.record] };
  });
}

function answersOf({ observations }: Run): Readonly<Record<string, string>> {
  return Object.fromEntries(observations.map(({ id, question, answer }) => [`${id} ${question}`, answer]));
}

/** The questions that were answered differently, or by only one of the two. */
function differing(one: Observed, other: Observed): readonly string[] {
  const questions = new Set([...Object.keys(one.answers), ...Object.keys(other.answers)]);
  return [...questions].filter((question) => one.answers[question] !== other.answers[question]).toSorted();
}

async function onNullTarget(nullTarget: NullTarget): Promise<Run | ConfigurationError> {
  return simulateService(
    1,
    () => nullTarget,
    async (_, { url, network }) => {
      const target = completeTarget({
        baseUrl: url,
        token: 'a.b.c',
        fixtures: {
          senderProfiles: [randomUUID(), randomUUID()],
          disposableSenderProfiles: [randomUUID()],
          disposableWebhooks: [randomUUID()],
        },
        allow: { createApiKeys: 20, deliveries: 20, updates: true, deletes: true, flood: 0 },
      });
      const judging = { rules: [], observe: true, seed: 1, runs: null, path: null, network };
      return judgeTarget(target, judging).catch((error: unknown) => {
        if (error instanceof ConfigurationError) return error;
        throw error;
      });
    },
  );
}

describe('what the description leaves open is observed', () => {
  it('and two runs on targets alike find the same, in no more than 120 requests', async () => {
    const [one, other] = [await observed(), await observed({}, {}, { seed: 2 })];
    expect(differing(one, other)).toEqual([]);
    expect(one.run.requests).toBeLessThanOrEqual(120);
    expect(Object.entries(one.answers).filter(([, answer]) => answer.startsWith('not determined'))).toEqual(
      [],
    );
    expect(one.answers).toMatchObject({
      'PAGE-90 limit zero (limit=0)': '400, application/problem+json',
      'PAGE-90 the maximum of limit': '100, a larger one is clamped',
      'PAGE-90 the fields that the list of webhooks is sorted by': 'created_at ascending',
      'FILT-90 where a filter goes': 'query-json, query-brackets, body-json',
      'FILT-90 conditions on two fields at once': 'records that meet all of them',
      'FILT-90 records whose field is null under !=': 'they do not come',
      'KEY-90 the algorithm of the JWT': 'HS256',
      'HOOK-90 deleting a webhook twice': '404, application/problem+json',
      'PROF-90 an update of first_name alone':
        '200, application/json; first_name as sent; last_name kept; label kept',
      'PROF-90 an update with label null': '200, application/json; label as sent',
    });
  });

  it('and exactly what two dialects have differently is found to differ', async () => {
    const dialect: Partial<Dialect> = {
      pageMaximum: '50',
      listOrder: 'newest',
      severalFilterFields: 'or',
      jwtAlgorithm: 'HS512',
      deleteTwice: 'confirmed',
      unknownEvent: 'refused',
      omittedOnUpdate: 'cleared',
      scheduleShown: 'shown',
    };
    const [one, other] = [await observed(), await observed(dialect)];
    expect(differing(one, other)).toEqual(
      [
        'FILT-90 conditions on two fields at once',
        'HOOK-90 a test of an unknown event',
        'HOOK-90 deleting a webhook of an unknown uuid',
        'HOOK-90 deleting a webhook twice',
        'KEY-90 the algorithm of the JWT',
        'PAGE-90 the fields that the list of webhooks is sorted by',
        'PAGE-90 the maximum of limit',
        'PROF-90 an update of first_name alone',
        'PROF-90 an update with an empty body',
        'PROF-90 deleting a sender profile of an unknown uuid',
        'PROF-90 deleting a sender profile twice',
        'PROF-90 further fields of a sender profile',
        'PROF-90 whether the record shows the schedule',
      ].toSorted(),
    );
  });

  it('and the maximum of limit is found where a larger one is refused', async () => {
    const { answers } = await observed({ overMaximum: 'refused' }, nothing);
    expect(answers['PAGE-90 the maximum of limit']).toBe('100, a larger one is refused with 400');
  });

  it('and an answer of 429 is reported where one was met', async () => {
    const { answers } = await observed({}, nothing, { rateLimit: { requests: 5, perMs: 50 } });
    expect(answers['RATE-90 the form of Retry-After']).toBe('whole seconds');
    expect(answers['RATE-90 the headers of an answer of 429']).toContain('retry-after');
  });

  it('and they are in the JSON report, without credentials', async () => {
    const { run } = await observed();
    const report = jsonReport(run, 'outreach-conformance server');
    expect(report.observations).toEqual(run.observations);
    const written: string[] = [];
    new Summary({ write: (text) => written.push(text) }, {}).end(run, 'outreach-conformance server', {
      json: 'a.json',
    });
    expect(written.join('')).toContain(
      `${run.observations.length} observations of what the description leaves open: in a.json`,
    );
    expect(JSON.stringify(report)).not.toContain('eyJ');
    expect(JSON.stringify(report.observations)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/i);
  });
});

describe('observing does no harm', () => {
  it('sends nothing but reads where nothing is allowed', async () => {
    const { record, answers } = await observed({}, nothing);
    expect(new Set(record.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(Object.keys(answers).length).toBeGreaterThan(20);
  });

  it('leaves the sender profiles as they were', async () => {
    const { run } = await observed();
    const updates = run.ledger.filter(({ action }) => action === 'updated sender profile');
    expect(updates.length).toBeGreaterThan(0);
    expect(updates.every(({ undone }) => undone)).toBe(true);
  });

  it('spends no more keys and deliveries than are allowed', async () => {
    const { record, run } = await observed({}, { createApiKeys: 1, deliveries: 1 });
    expect(record.filter(({ effect }) => effect === 'created')).toHaveLength(1);
    expect(record.filter(({ effect }) => effect === 'delivered')).toHaveLength(1);
    expect(run.observations.some(({ question }) => question === 'the claims of the JWT')).toBe(true);
    expect(run.observations.some(({ question }) => question === 'an empty name')).toBe(false);
  });

  it.each(nullTargets.map((target) => [target.name, target] as const))('on %s', async (_name, target) => {
    const run = await onNullTarget(target);
    if (run instanceof ConfigurationError) {
      expect(run.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ /);
      return;
    }
    expect(run.observations.length).toBeGreaterThan(0);
    const faults = run.observations.filter(({ answer }) => answer.includes('a fault of the suite'));
    expect(faults).toEqual([]);
  });
});

it('no question is asked twice', () => {
  const questions = openQuestions.map(({ id, question }) => `${id} ${question}`);
  expect(new Set(questions).size).toBe(questions.length);
});
