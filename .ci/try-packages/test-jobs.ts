/** Consumers' tests under node:test, vitest and jest, and programs that use the packages, under each Node.js. */
import { stripVTControlCharacters } from 'node:util';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import { developed, nodeVersions } from './scratch-project.ts';
import type { ScratchProject } from './scratch-project.ts';

interface Command {
  readonly what: string;
  readonly args: readonly string[];
  /** What the output must show: that something was run. */
  readonly shows: RegExp;
  /** The least major version of Node.js that it is documented for. */
  readonly since?: number;
  /** Set if it is tried each time under one Node.js only: what it loads is mostly not ours. All else is under the others. */
  readonly isSlow?: true;
}

/** The jobs of each Node.js. */
export function testJobs(project: ScratchProject): Job[] {
  return nodeVersions.flatMap((version) =>
    commands(project)
      .filter(({ since = 0 }) => Number(version) >= since)
      .map(({ what, args, shows, isSlow = false }) => ({
        name: `Node.js ${version}, ${what}`,
        onlyWithAll: isSlow !== (version === developed),
        run: async () => {
          const output = stripVTControlCharacters(
            await run(project.node(version), args, { cwd: project.folder }),
          );
          if (!shows.test(output)) throw new CommandError(`the output does not show ${shows}:\n${output}`);
        },
      })),
  );
}

/** Tests whose code swallows the failure of a request that the mock cannot match: one of each must fail. */
export function strayJobs(project: ScratchProject): Job[] {
  const { vitest, jest, nodeTest } = runners(project);
  const red: Command[] = [
    { what: 'node:test', args: [...nodeTest, 'stray/node-test/*.test.ts'], shows: /^# pass 1\n# fail 1$/m },
    { what: 'vitest', args: [...vitest, 'stray/vitest'], shows: /Tests +1 failed \| 1 passed/ },
    { what: 'jest', args: [...jest, 'stray/jest', '--runInBand'], shows: /Tests: +1 failed, 2 passed/ },
  ];
  return red.map(({ what, args, shows }) => ({
    name: `Node.js ${developed}, ${what}, a stray request that the code swallows: must be red`,
    run: async () => {
      const output = await run(project.node(developed), args, { cwd: project.folder }).then(
        () => 'it was green',
        (error: unknown) => stripVTControlCharacters(String(error)),
      );
      if (!shows.test(output) || !output.includes('UnmatchedRequestsError')) throw new CommandError(output);
    },
  }));
}

function runners({ installed }: ScratchProject): Record<'vitest' | 'jest' | 'nodeTest', string[]> {
  const jest = [
    '--experimental-vm-modules',
    installed('jest/bin/jest.js'),
    '--ci',
    '--testMatch=**/*.test.mjs',
  ];
  return {
    vitest: [installed('vitest/vitest.mjs'), 'run', '--dir'],
    jest: [...jest, '--rootDir'],
    nodeTest: ['--test', '--test-reporter=tap'],
  };
}

function commands(project: ScratchProject): Command[] {
  const { vitest, jest, nodeTest } = runners(project);
  const commonJs = [...jest, 'jest', '--testMatch=**/*.test.cjs'];
  return [
    { what: 'the first use of the README', args: ['first-use.mjs'], shows: /sender_profile_sent_email/ },
    { what: 'a program in TypeScript', args: ['calls.ts'], shows: /^done$/m },
    { what: 'a program behind a proxy', args: ['proxy.ts'], shows: /^done$/m, isSlow: true },
    {
      what: 'memory with signals',
      args: ['--expose-gc', 'memory.mjs'],
      shows: /^done$/m,
      isSlow: true,
    },
    { what: 'a program that reads the document', args: ['document.ts'], shows: /^done$/m },
    { what: 'a program in CommonJS that imports', args: ['calls.cts'], shows: /^done$/m },
    { what: 'a program in CommonJS that requires', args: ['requires.cjs'], shows: /^done$/m },
    { what: 'node:test', args: [...nodeTest, 'node-test/*.test.ts'], shows: /^# pass [1-9]/m },
    { what: 'vitest', args: [...vitest, 'vitest'], shows: /Tests +[1-9]\d* passed/, isSlow: true },
    { what: 'jest', args: [...jest, 'jest'], shows: /Tests: +[1-9]\d* passed/, isSlow: true },
    // Its own process: nock stays active after a file that imported it, and a second one beside it asks twice.
    {
      what: 'jest with fake timers',
      args: [...jest, 'jest-fake-timers'],
      shows: /Tests: +2 passed/,
      isSlow: true,
    },
    {
      what: 'jest in CommonJS',
      args: commonJs,
      shows: /Tests: +[1-9]\d* passed/,
      since: 24,
      isSlow: true,
    },
  ];
}
