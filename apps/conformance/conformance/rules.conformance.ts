/** The rules under vitest, one test per rule: `pnpm test:conformance`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityOf } from '@outreach-api/report/deviations/breach-identity';
import { judgeDeviations } from '@outreach-api/report/deviations/judge-deviations';
import { readKnownDeviations } from '../src/deviations/read-known-deviations.ts';
import type { WordedResult } from '../src/words/result-words.ts';
import { judgeTarget } from '../src/judge-target.ts';
import type { Run } from '../src/run.ts';
import { breachReport } from '../src/report/breach-report.ts';
import { countsLine, countsOf } from '@outreach-api/report/counts';
import { breachText } from '@outreach-api/report/breach-text';
import { ruleIds, rules } from '../src/catalogue/rules.ts';
import { notRestored } from '@outreach-api/model/records/ledger-entry';
import { Secrets } from '@outreach-api/masking/secrets';
import { inStartFolder, targetOfThisRun, type TargetOfThisRun } from './target-of-this-run.ts';

const seed = Number(process.env['OUTREACH_SEED'] ?? Math.floor(Math.random() * 1_000_000));
const invocation = 'outreach-conformance server --config <target file>';
const secrets = new Secrets();
const deviationsFile = process.env['OUTREACH_KNOWN_DEVIATIONS'];
const knownDeviations = deviationsFile ? await readKnownDeviations(inStartFolder(deviationsFile)) : [];
const decided = new Map(rules.map((rule) => [rule.id, Promise.withResolvers<WordedResult>()]));
let place: TargetOfThisRun;
let whole: Promise<Run>;

beforeAll(async () => {
  place = await targetOfThisRun();
  whole = judgeTarget(place.target, {
    rules,
    seed,
    runs: null,
    path: null,
    secrets,
    ledger: place.ledger,
    onResult: (result) => decided.get(result.rule.id)?.resolve(result),
  });
  whole.catch((error: unknown) => {
    for (const one of decided.values()) one.reject(error);
  });
});

afterAll(async () => {
  const run = await whole;
  await place.close();
  process.stdout.write(
    `\n${run.target.baseUrl}, seed ${seed}: ${run.requests} requests in ${run.seconds.toFixed(1)} s\n`,
  );
  process.stdout.write(`${countsLine(countsOf(run.results))}\n`);
});

const groups = Map.groupBy(rules, ({ id }) => id.slice(0, id.indexOf('-')));

for (const [group, members] of groups) {
  describe(group, () => {
    for (const { id, says } of members) {
      it(`${id} ${says}`, async ({ skip, task }) => {
        const result = await decided.get(id)?.promise;
        expect(result?.rule.id).toBe(id);
        if (result === undefined) return;
        task.meta.ownSeconds = result.seconds;
        const listed = knownDeviations.filter(({ rule }) => rule === id);
        const breach = result.breach === null ? null : { identity: identityOf(result.breach) };
        const deviations = judgeDeviations(
          listed,
          [{ id, verdict: result.verdict, breach }],
          ruleIds,
          new Date(),
        );
        const red = deviations.find((entry) => entry.red);
        if (red !== undefined) throw plainError(secrets.mask(red.says));
        const accepted = deviations.find(({ state }) => state === 'broken');
        if (accepted !== undefined) skip(secrets.mask(`known deviation: ${accepted.says}`));
        if (result.verdict === 'pass') return;
        if (result.verdict !== 'fail') skip(secrets.mask(`${result.verdict}: ${result.reason}`));
        throw await breachError(result);
      });
    }
  });
}

it('the target kept answering as it did when the run began', async () => {
  const { cutShort } = await whole;
  expect(cutShort?.text ?? null).toBeNull();
});

it('what can be restored on the target was restored', async () => {
  const { ledger } = await whole;
  expect(notRestored(ledger).map(({ action, what }) => secrets.mask(`${action}, ${what}`))).toEqual([]);
});

describe.runIf(deviationsFile)('known deviations', () => {
  it('each entry matches a rule', () => {
    const unknown = judgeDeviations(knownDeviations, [], ruleIds, new Date()).filter(
      ({ state }) => state === 'unknown',
    );
    expect(unknown.map(({ says }) => says)).toEqual([]);
  });
});

async function breachError(result: WordedResult): Promise<Error> {
  const report = breachReport(result, await whole, invocation);
  return plainError(report === null ? (result.reason ?? '') : breachText(result.rule, report));
}

/** An error that fails a test, without a stack that would point into the suite. */
function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = error.message;
  return error;
}
