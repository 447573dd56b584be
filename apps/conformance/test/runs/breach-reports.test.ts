/** How the command reports a breach: someone new to the suite can name the fault from the first screen. */
import type { TwinName } from '@outreach-api/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { ctrfReport } from '@outreach-api/report/ctrf';
import { githubAnnotations } from '@outreach-api/report/github-annotations';
import { githubSummary } from '@outreach-api/report/github-summary';
import type { JsonReport, ReportedRule } from '@outreach-api/report/json-report';
import { reportPage } from '@outreach-api/report/page/report-page';
import type { Ended } from '../real-command.ts';
import { simulateCommands } from '../simulated-command.ts';
import { suiteCommand } from '../../src/installation/suite-command.ts';

/** Rows of a terminal of ordinary size. */
const screen = 40;

interface Reported extends Ended {
  readonly report: JsonReport;
  readonly junit: string;
}

/** Runs the command on a broken sandbox, with `--json`, `--junit` and `--html` by default. */
async function reported(
  twin: TwinName,
  args: readonly string[],
  allow = {},
  writes = true,
): Promise<Reported> {
  return simulateCommands(
    { seed: 5, sandbox: { twin, seed: 3 } },
    async ({ sandbox, url, run, read, write }) => {
      const senderProfiles = sandbox.accounts[0].senderProfiles().slice(0, 2);
      await write('target.json', {
        baseUrl: url,
        token: '${OUTREACH_TOKEN}',
        fixtures: { senderProfiles },
        allow,
      });
      const forms = writes ? ['--json', 'a.json', '--junit', 'a.xml', '--deployment', '4f2c9e1'] : [];
      const ended = await run(['server', '--config', 'target.json', '--seed', '5', ...forms, ...args]);
      return writes
        ? { ...ended, report: JSON.parse(await read('a.json')), junit: await read('a.xml') }
        : { ...ended, report: JSON.parse('{}'), junit: '' };
    },
  );
}

function ruleOf({ report }: Reported, id: string): ReportedRule {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`the report has no ${id}`);
  return rule;
}

/** The screen at the end of the run, without the text to paste. */
function lastScreen({ stdout }: Ended): string {
  const text = stdout.replace(/\n\nTo accept [^]*/, '\n');
  return text.trimEnd().split('\n').slice(-screen).join('\n');
}

describe('a wrong default', () => {
  let run: Reported;

  beforeAll(async () => {
    run = await reported('default-limit-is-10', ['--rule', 'PAGE', '--rule', 'KEY']);
  });

  it('is named on the last screen: sentence, expected, actual, request, answer, replay, counts', () => {
    expect(run.code).toBe(1);
    const shown = lastScreen(run);
    for (const line of [
      'BREACH PAGE-01 (stated; Pagination; Limits)',
      '  Without `limit`, the page size is 20: the envelope says `limit: 20`.',
      "  expected  the envelope's `limit` is 20",
      "  actual    the envelope's `limit` is 10",
      '  request   GET /integrations/api/webhooks (no limit, no offset)',
    ])
      expect(shown.split('\n')).toContain(line);
    expect(shown).toContain('\n  quote     “List endpoints accept query parameters `limit`');
    expect(shown).toMatch(
      /^ {2}answer {4}200 \{"limit":10,"offset":0,"total":\d+,"has_more":true,"data":\["… 10 records"\]/m,
    );
    expect(shown).toContain(`\n  replay    ${suiteCommand} server --config target.json --rule PAGE-01 `);
    expect(shown.split('\n').at(-1)).toMatch(/^\d+ pass, 2 fail, /);
  });

  it('is reported as a difference that is visible within the first 200 characters', () => {
    const { breach } = ruleOf(run, 'PAGE-08');
    expect(breach?.expected).toMatch(/^the answer to `limit=20&offset=0`: `limit` is 10, /);
    expect(breach?.actual).toMatch(/^the answer to `limit=20&offset=0`: `limit` is 20, /);
    expect(breach?.difference?.[0]).toEqual({ path: 'limit', expected: '10', actual: '20' });
    for (const rule of run.report.rules)
      if (rule.breach !== null)
        expect(rule.breach.expected.slice(0, 200)).not.toBe(rule.breach.actual.slice(0, 200));
  });

  it('keeps the envelope of each long answer, as JSON, and shows equal exchanges once', () => {
    const exchanges = run.report.rules.flatMap(({ breach }) => breach?.exchanges ?? []);
    const bodies = exchanges.map(({ response }) => JSON.parse(response?.body ?? ''));
    for (const body of bodies)
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(['data', 'limit', 'offset', 'total', 'has_more']),
      );
    expect(ruleOf(run, 'PAGE-08').breach?.exchanges.map(({ role, times }) => [role, times])).toEqual([
      ['control', 2],
      ['subject', 6],
    ]);
    expect(run.stdout).toContain('request   GET /integrations/api/webhooks?limit=20&offset=0 × 6\n');
  });

  it('is reported without internal terms', () => {
    expect(run.stdout).not.toMatch(/smallest input|"limit":null|"place"|"a refusal"/);
  });

  it('cuts off no reason', () => {
    const printed = run.stdout.replaceAll(/\s+/g, ' ');
    const reasons = run.report.rules.flatMap(({ verdict, reason }) =>
      verdict === 'fail' ? [] : (reason ?? []),
    );
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of reasons) expect(printed).toContain(reason);
    const widest = Math.max(
      ...run.stdout
        .split('\n')
        .filter((line) => /^(?:pass|skip|inc)/.test(line))
        .map((line) => line.length),
    );
    expect(widest).toBeLessThanOrEqual(100);
  });

  it('has the deployment and times in the report and in JUnit', () => {
    expect(run.report.deployment).toBe('4f2c9e1');
    for (const { verdict, seconds } of run.report.rules)
      if (verdict !== 'skipped') expect(seconds).toBeGreaterThan(0);
    expect(run.junit).toContain('<property name="deployment" value="4f2c9e1"/>');
    const times = [...run.junit.matchAll(/<testcase name="PAGE-\d+ [^>]* time="([\d.]+)">/g)].map(
      ([, time]) => Number(time),
    );
    expect(times).toHaveLength(10);
    expect(Math.min(...times)).toBeGreaterThan(0);
    expect(run.junit).toMatch(/<testsuite name="Lists" [^>]*time="(?!0\.000)[\d.]+"/);
  });
});

describe('the address of the site that explains the statements', () => {
  const page = 'https://docs.example.com/api/statements/page-01/';

  it.each(['https://docs.example.com/api', 'https://docs.example.com/api/'])(
    'leads from each form of the report to the page of the broken statement: %s',
    async (site) => {
      const run = await reported('default-limit-is-10', ['--rule', 'PAGE-01', '--docs-url', site]);
      expect(run.stdout).toContain(`\n  about     ${page}\n`);
      expect(run.junit).toContain(page);
      for (const form of [reportPage, githubSummary, githubAnnotations, ctrfReport])
        expect(form(run.report)).toContain(page);
      expect(ruleOf(run, 'PAGE-01').docs).toBe(page);
    },
  );

  it('is not known if it is empty', async () => {
    const run = await reported('default-limit-is-10', ['--rule', 'PAGE-01', '--docs-url', '']);
    expect(run.code).toBe(1);
    expect(ruleOf(run, 'PAGE-01').docs).toBeUndefined();
  });

  it.each(['docs.example.com', 'ftp://docs.example.com', 'https://ada:secret@docs.example.com'])(
    'is refused if pages cannot be linked to there: %s',
    async (site) => {
      const { code, stderr } = await reported('default-limit-is-10', ['--docs-url', site], {}, false);
      expect(code).toBe(2);
      expect(stderr).toContain('It must be an http or https address without a password.');
    },
  );
});

it('a broken filter is reported with the decoded filter and a record that should not be there', async () => {
  const run = await reported('scalar-compares-eight-characters', ['--rule', 'FILT-01']);
  const shown = lastScreen(run).replaceAll(/\n {12}/g, ' ');
  expect(shown).toMatch(
    /^ {2}expected {2}the filter `\{"target_url":"https:\/\/[^"]+"\}` gives the \d+ of \d+ webhooks/m,
  );
  expect(shown).toMatch(/^ {2}actual {4}it gives \d+: \d+ too many, e\.g\. [\da-f-]{36} with `target_url`/m);
  expect(shown).toMatch(
    /^ {2}request {3}GET \/integrations\/api\/webhooks\?filter=\{"target_url":"https:\/\//m,
  );
  expect(shown).toMatch(/^ {2}curl {6}curl -sS -i '[^']*\?filter=%7B%22target_url%22/m);
});

it.each([
  [
    'list-has-a-trailing-comma',
    'GET /integrations/api/webhooks',
    /property name expected at line 1, column \d+ \(character \d+\), where ▶ stands: ….*,▶\}$/m,
  ],
  [
    'profile-is-html',
    'GET /flows/api/sender-profiles/{uuid}',
    /invalid symbol at line 1, column 1 \(character 0\), where ▶ stands: ▶<pre>/,
  ],
] as const)(
  'a body that is not JSON is reported with the place where it breaks off: %s',
  async (twin, request, place) => {
    const run = await reported(twin, ['--rule', 'JSON-01']);
    const { breach } = ruleOf(run, 'JSON-01');
    expect(breach?.expected).toBe(`the answer to \`${request}\` is JSON`);
    expect(breach?.actual).toMatch(place);
    expect(lastScreen(run)).toContain(`request   ${request.replace('{uuid}', '')}`);
  },
);

describe('if no JSON report is written', () => {
  let run: Reported;

  beforeAll(async () => {
    run = await reported('default-limit-is-10', [], { createApiKeys: 5, deliveries: 20 }, false);
  });

  it('none is referred to, only how to get one', () => {
    expect(run.stdout).not.toMatch(/in the JSON report|the JSON report lists/);
    expect(run.stdout).toMatch(
      /^\d+ observations of what the description leaves open: --json FILE lists them$/m,
    );
    expect(run.stdout).toMatch(/^ {4}… and \d+ more, --json FILE lists them all$/m);
  });

  it('webhook calls are not listed among what is left on the target', () => {
    const [, left = ''] = /^Left on the target:\n((?: .*\n)+)/m.exec(run.stdout) ?? [];
    expect(left).toContain('created API key');
    expect(left).not.toContain('webhook call');
    expect(run.stdout).toMatch(/^Webhook calls asked for: [1-9]\d*, --json FILE lists them$/m);
  });
});
