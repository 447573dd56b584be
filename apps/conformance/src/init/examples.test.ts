import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serverCommand } from '../commands/server.ts';

const run = promisify(execFile);
const validator = fileURLToPath(new URL('../../node_modules/@action-validator/cli/cli.mjs', import.meta.url));

interface Step {
  readonly id?: string;
  readonly with?: object;
}

interface GitLabJob {
  readonly script: readonly string[];
  readonly artifacts: unknown;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

async function textOf(name: string): Promise<string> {
  return readFile(fileOf(name), 'utf8');
}

/** The long options that a text gives to `server`, and those that there are. */
async function optionsIn(name: string): Promise<readonly string[]> {
  const text = await textOf(name);
  return [...text.matchAll(/ (--[a-z][a-z-]+) /g)].flatMap(([, option]) => option ?? []);
}

describe('what a new user is given', () => {
  it.each(['action.yml', 'examples/ci/github-workflow.yml'])(
    '%s keeps the schema of GitHub',
    async (name) => {
      await expect(run(process.execPath, [validator, fileOf(name)])).resolves.toBeDefined();
    },
  );

  it('and the validator tells what is wrong', async () => {
    await expect(run(process.execPath, [validator, fileOf('package.json')])).rejects.toThrow(
      /Command failed/,
    );
  });

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
      const known = serverCommand(() => {}).options.map(({ long }) => long);
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

  it('the shell script is one', async () => {
    await expect(run('sh', ['-n', fileOf('examples/ci/judge.sh')])).resolves.toBeDefined();
  });
});
