/** The workflows and actions of this repository, and those that users are given. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const validator = fileURLToPath(new URL('../../node_modules/@action-validator/cli/cli.mjs', import.meta.url));

const ownFolder = '.github/workflows';
const own = (await readdir(path.join(root, ownFolder))).map((name) => path.posix.join(ownFolder, name));
const given = 'apps/conformance/examples/ci/github-workflow.yml';
const files = [...own, '.github/actions/set-up/action.yml', given, 'apps/conformance/action.yml'];

interface Step {
  readonly name?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: object;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

async function textOf(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

/** Where Dependabot looks for the actions of a file: for those of workflows, at the root. */
function watchedAs(file: string): string {
  return file.startsWith(ownFolder) ? '/' : path.posix.join('/', path.posix.dirname(file));
}

describe('workflows and actions', () => {
  it.each(files)('%s keeps the schema of GitHub', async (file) => {
    await expect(run(process.execPath, [validator, path.join(root, file)])).resolves.toBeDefined();
  });

  it('a file that breaks the schema is refused', async () => {
    const other = path.join(root, 'package.json');
    await expect(run(process.execPath, [validator, other])).rejects.toThrow(/Command failed/);
  });

  it.each(files)(
    '%s pins actions by commit, with the version as a comment, where Dependabot finds them',
    async (file) => {
      const uses = [...(await textOf(file)).matchAll(/^.*\buses: (?!\.)(.*)$/gm)].map(([, action]) => action);
      expect(uses.length).toBeGreaterThan(0);
      for (const action of uses)
        expect(action).toMatch(/^(actions|changesets)\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      const { updates }: { readonly updates: readonly { readonly directories?: readonly string[] }[] } =
        parse(await textOf('.github/dependabot.yml'));
      expect(updates.flatMap(({ directories = [] }) => directories)).toContain(watchedAs(file));
    },
  );

  it.each([...own, given])(
    '%s states the permissions and the time limit of each job, and runs once at a time',
    async (file) => {
      const { permissions, concurrency, jobs }: Workflow = parse(await textOf(file));
      expect(concurrency).toBeDefined();
      for (const job of Object.values(jobs)) {
        expect(job.permissions ?? permissions).toBeDefined();
        expect(job['timeout-minutes']).toBeGreaterThan(0);
      }
    },
  );

  it('only the job that publishes, which builds nothing, may identify itself to npm', async () => {
    const { jobs }: Workflow = parse(await textOf('.github/workflows/release.yml'));
    const named = Object.entries(jobs).filter(([, { permissions }]) => 'id-token' in (permissions ?? {}));
    expect(named.map(([name]) => name)).toEqual(['publish']);
    expect(JSON.stringify(named)).not.toMatch(/"run"/);
  });

  it('staging is judged by the steps that users are given', async () => {
    const [ours, theirs]: readonly Workflow[] = [
      parse(await textOf('.github/workflows/conformance.yml')),
      parse(await textOf(given)),
    ];
    const steps = (workflow: Workflow | undefined): readonly object[] => {
      const all = workflow?.jobs['judge']?.steps ?? [];
      const judged = all.slice(all.findIndex(({ name }) => name === 'Fetch the last report and ledger'));
      // What differs is where the files are, and what they need.
      return judged.map((step) => (step.name === 'Judge' ? { ...step, env: {}, with: {} } : step));
    };
    expect(steps(theirs)).toHaveLength(4);
    expect(steps(ours)).toEqual(steps(theirs));
  });
});
