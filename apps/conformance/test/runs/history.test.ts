/** Judging a run again from its history gives the same result, sends nothing and reveals nothing. */
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { twins, type TwinName } from '@outreach-api/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import { linesOf, openHistory } from '../../src/history/history-file.ts';
import { readHistory } from '../../src/history/read-history.ts';
import { judgeHistory } from '../../src/judge-history.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import type { Run } from '../../src/run.ts';
import { Chance } from '../simulation/seeded-chance.ts';
import { disturbances, type DisturbanceName } from '../simulation/disturbances.ts';
import { judgeSandbox, type SandboxJudging } from '../judge-sandbox.ts';

/** A report without durations. */
function comparable(run: Run): Omit<JsonReport, 'seconds'> {
  const { seconds: _, ...report } = jsonReport(run, 'outreach-conformance server');
  return { ...report, rules: report.rules.map((rule) => ({ ...rule, seconds: 0 })) };
}

interface WithHistory {
  readonly run: Run;
  readonly lines: readonly string[];
}

async function judged(judging: SandboxJudging): Promise<WithHistory> {
  const lines: string[] = [];
  const history = (line: string): void => {
    lines.push(line);
  };
  const run = await judgeSandbox({ observe: true, ...judging, history });
  return { run, lines };
}

async function judgedAgain(lines: readonly string[]): Promise<Run> {
  return judgeHistory(
    await readHistory(
      'run.jsonl',
      lines.map((line) => line.trimEnd()),
    ),
  );
}

async function expectSame(judging: SandboxJudging): Promise<WithHistory> {
  const { run, lines } = await judged(judging);
  expect(comparable(await judgedAgain(lines))).toEqual(comparable(run));
  return { run, lines };
}

function verdicts({ results }: Run, verdict: string): readonly string[] {
  return results.flatMap((result) => (result.verdict === verdict ? [result.rule.id] : []));
}

describe('a history that is judged again gives the report of its run', () => {
  it('on a sandbox that conforms', async () => {
    const { run } = await expectSame({});
    expect(verdicts(run, 'fail')).toEqual([]);
    expect(run.observations.length).toBeGreaterThan(40);
  });

  it('with a flood', async () => {
    const { run } = await expectSame({
      rules: rules.filter(({ id }) => id.startsWith('RATE')),
      allow: { flood: 1500 },
      sandbox: { rateLimit: { requests: 400, perMs: 40_000 } },
      dialect: { rateLimitWindow: 'bucket' },
    });
    expect(verdicts(run, 'pass')).toContain('RATE-01');
  });

  const twinNames: readonly TwinName[] = [
    'update-of-the-label-alone-turns-the-first-name-to-null',
    'refused-creation-echoes-the-main-credential',
    'token-is-shared-by-keys-of-one-user',
    'list-carries-the-last-token',
    'reads-are-cached',
    'update-is-torn-before-the-label',
    'delete-of-profile-is-only-confirmed',
    'creations-without-a-name-are-dropped',
    'requests-without-a-right-key-are-dropped',
  ];
  it.each(twinNames)('on the twin %s, judged by the rules of its section', async (twin) => {
    const [group = ''] = twins.find(({ name }) => name === twin)?.breaks.split('-') ?? [];
    const chosen = rules.filter(({ id }) => id.startsWith(group));
    const { run } = await expectSame({ twin, rules: chosen });
    expect(verdicts(run, 'fail')).not.toEqual([]);
  });

  const names: readonly DisturbanceName[] = [
    'others at work',
    'a gateway that fails after the effect',
    'a lock-out after wrong credentials',
    'answers that are lost',
  ];
  it.each(names)('if it was disturbed by %s', async (name) => {
    const { before } = disturbances[name];
    await expectSame({
      gateway: (() => {
        let answerer: ReturnType<typeof before> | undefined;
        return async (request, _pass, sandbox) => {
          answerer ??= before(sandbox, new Chance(3));
          return answerer(request, {});
        };
      })(),
    });
  });

  it('if its requests were used up', async () => {
    const { run } = await expectSame({ maxRequests: 250 });
    expect(run.cutShort?.why).toBe('requests');
    expect(verdicts(run, 'inconclusive')).not.toEqual([]);
  });
});

describe('a history', () => {
  let lines: readonly string[];
  let run: Run;

  beforeAll(async () => {
    ({ run, lines } = await judged({ twin: 'refusal-echoes-the-credential' }));
  });

  const reading = async (changed: readonly string[]): Promise<unknown> =>
    readHistory('run.jsonl', changed).then(
      () => null,
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : error),
    );

  it('that is cut, damaged or foreign is reported in one line', async () => {
    const [header = '', ...others] = lines.map((line) => line.trimEnd());
    const [second = '', ...more] = others;
    const all = { header, second, end: others.at(-1) ?? '' };
    const said = {
      empty: await reading([]),
      foreign: await reading(['{"log":{"version":"1.2"}}']),
      'no JSON': await reading(['GET / HTTP/1.1']),
      'of another form': await reading([header.replace('"format":1', '"format":7')]),
      'cut between lines': await reading([header, ...others.slice(0, -1)]),
      'cut within a line': await reading([header, second, second.slice(0, 40)]),
      'damaged within': await reading([header, second.slice(0, 40), ...more]),
      'with a field lost': await reading([header, second.replace('"role"', '"rolle"'), all.end]),
      'with a value that is none': await reading([
        header,
        '{"kind":"run","run":1,"experiment":"e","given":{"$":"?"},"freshFor":null,"outcome":"seen","exchanges":[]}',
        all.end,
      ]),
      'with another after it': await reading([header, ...others, header]),
      'with another within': await reading([header, header]),
    };
    expect(said).toEqual({
      empty: expect.stringMatching(/^ConfigurationError: run\.jsonl: it is not a history .*it is empty/),
      foreign: expect.stringMatching(/^ConfigurationError: .*its first line is no header of one/),
      'no JSON': expect.stringMatching(/^ConfigurationError: .*its first line is no header of one/),
      'of another form': expect.stringMatching(/^ConfigurationError: .*it has the form 7/),
      'cut between lines': expect.stringMatching(/^ConfigurationError: .*it is cut/),
      'cut within a line': expect.stringMatching(/^ConfigurationError: .*it is cut/),
      'damaged within': expect.stringMatching(/^ConfigurationError: .*line 2 is damaged: it is not JSON/),
      'with a field lost': expect.stringMatching(/^ConfigurationError: .*line 2 is damaged: .*'role'/),
      'with a value that is none': expect.stringMatching(/^ConfigurationError: .*line 2 is damaged/),
      'with another after it': expect.stringMatching(/^ConfigurationError: .*there is more after its end/),
      'with another within': expect.stringMatching(/^ConfigurationError: .*another history begins/),
    });
    expect(Object.values(said).filter((text) => String(text).includes('\n'))).toEqual([]);
  });

  it('with missing runs leaves rules undecided, and says so', async () => {
    const without = lines.filter((line) => !/^\{"kind":"run".*"experiment":"page-window"/.test(line));
    const again = await judgedAgain(without);
    const paging = again.results.find(({ rule }) => rule.id === 'PAGE-06');
    expect(paging?.verdict).toBe('inconclusive');
    expect(paging?.reason).toContain('the history does not contain it');
  });

  it('can be read back from a file, plain and gzipped', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'outreach-history-'));
    try {
      const sizes: number[] = [];
      for (const name of ['run.jsonl', 'run.jsonl.gz']) {
        const file = path.join(folder, name);
        const opened = await openHistory(file);
        for (const line of lines) opened.write(line);
        await opened.end();
        sizes.push((await readFile(file)).length);
        expect(comparable(await judgeHistory(await readHistory(file, linesOf(file))))).toEqual(
          comparable(run),
        );
      }
      expect(sizes[0]).toBeLessThan(8_000_000);
      expect(sizes[1]).toBeLessThan(500_000);
      const notPacked = path.join(folder, 'plain.gz');
      await writeFile(notPacked, lines.join(''));
      await expect(readHistory(notPacked, linesOf(notPacked))).rejects.toThrow('it is not gzipped');
      await expect(openHistory(path.join(folder, 'none', 'run.jsonl'))).rejects.toThrow('cannot be written');
      const long = path.join(folder, 'long.jsonl');
      await writeFile(long, lines[0] ?? '');
      // Without line ends, and sparse.
      await truncate(long, 600 * 1024 ** 2);
      await expect(readHistory(long, linesOf(long))).rejects.toThrow(
        `${long}: line 2 is longer than 64 MB: no history has such a line`,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
