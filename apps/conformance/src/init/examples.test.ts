import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serverCommand } from '../commands/server.ts';
import { sockets } from '@outreach-api/wire/sockets';

const run = promisify(execFile);

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly with?: object;
}

interface GitLabJob {
  readonly script: readonly string[];
  readonly after_script: readonly string[];
  readonly artifacts: unknown;
  readonly cache: unknown;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

async function textOf(name: string): Promise<string> {
  return readFile(fileOf(name), 'utf8');
}

/** The long options that a text gives to `server`, and those that exist. */
async function optionsIn(name: string): Promise<readonly string[]> {
  const text = await textOf(name);
  return [...text.matchAll(/ (--[a-z][a-z-]+) /g)].flatMap(([, option]) => option ?? []);
}

describe('what a new user is given', () => {
  it('the workflow gives the action only inputs that it has, and reads only outputs that it has', async () => {
    const action: { readonly inputs: object; readonly outputs: object } = parse(await textOf('action.yml'));
    const text = await textOf('examples/ci/github-workflow.yml');
    const workflow: { readonly jobs: { readonly judge: { readonly steps: readonly Step[] } } } = parse(text);
    const judge = workflow.jobs.judge.steps.find(({ id }) => id === 'judge');
    const given = Object.keys(judge?.with ?? {});
    expect(given).toContain('config');
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given));
    const read = [...text.matchAll(/steps\.judge\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(read.length).toBeGreaterThan(0);
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(read));
  });

  it.each(['action.yml', 'examples/ci/gitlab-job.yml', 'examples/ci/judge.sh'])(
    '%s uses options that there are',
    async (name) => {
      const known = serverCommand(() => {}, sockets).options.map(({ long }) => long);
      const used = (await optionsIn(name)).filter((option) => !['--no', '--fail-on'].includes(option));
      expect(used.length).toBeGreaterThan(3);
      expect(known).toEqual(expect.arrayContaining(used));
    },
  );

  it('the GitLab job keeps the JUnit report, also of a red run', async () => {
    const jobs: Readonly<Record<string, GitLabJob>> = parse(await textOf('examples/ci/gitlab-job.yml'));
    const { script, artifacts } = jobs['outreach-conformance'] ?? { script: [], artifacts: null };
    expect(artifacts).toMatchObject({ when: 'always', reports: { junit: 'outreach-reports/junit.xml' } });
    expect(script.join('\n')).toContain('--junit outreach-reports/junit.xml');
  });

  it('the GitLab job restores the target however it ends, and keeps the ledger', async () => {
    const jobs: Readonly<Record<string, GitLabJob>> = parse(await textOf('examples/ci/gitlab-job.yml'));
    const job = jobs['outreach-conformance'];
    expect(job?.after_script).toEqual([expect.stringContaining('outreach-conformance restore --config')]);
    const kept = { paths: expect.arrayContaining(['.outreach-conformance/']), when: 'always' };
    expect(job).toMatchObject({ artifacts: kept, cache: kept });
  });

  it('the action restores the target however the run ends, with its target file, and keeps the ledger', async () => {
    const action: { readonly runs: { readonly steps: readonly Step[] } } = parse(await textOf('action.yml'));
    const { steps } = action.runs;
    const judge = steps.findIndex(({ id }) => id === 'judge');
    const restore = steps[judge + 1];
    expect(restore).toMatchObject({ id: 'restore', if: 'always()' });
    expect(restore?.run).toContain('restore --config "$CONFIG" --ledger "$LEDGER"');
    expect(steps.find(({ name }) => name === 'Upload the ledger')).toMatchObject({
      if: expect.stringContaining('always()'),
      with: { path: '${{ inputs.ledger }}', 'include-hidden-files': true },
    });
  });

  it('the workflow brings the ledger from run to run, and keeps no report of a run that could not be done', async () => {
    const text = await textOf('examples/ci/github-workflow.yml');
    const workflow: { readonly jobs: { readonly judge: { readonly steps: readonly Step[] } } } = parse(text);
    const { steps } = workflow.jobs.judge;
    const caches = steps.filter((step) => JSON.stringify(step).includes('actions/cache/'));
    expect(caches).toHaveLength(2);
    for (const cache of caches)
      expect(cache.with).toMatchObject({ path: 'outreach-last\n.outreach-conformance\n' });
    expect(caches.at(-1)?.if).toBe('always()');
    const keeping = steps.find(({ run: script }) => script?.includes('outreach-last/report.json') === true);
    expect(keeping?.if).toContain(`contains(fromJSON('["0", "1", "3"]'), steps.judge.outputs.exit-code)`);
  });

  it('the shell script is one', async () => {
    await expect(run('sh', ['-n', fileOf('examples/ci/judge.sh')])).resolves.toBeDefined();
  });
});
