/** Consumers' tests under node:test, vitest and jest, and programs that use the packages, under each Node.js. */
import { stripVTControlCharacters } from 'node:util';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import { nodeVersions } from './scratch-project.ts';
import type { ScratchProject } from './scratch-project.ts';

interface Command {
  readonly what: string;
  readonly args: readonly string[];
  /** What the output must show: that something was run. */
  readonly shows: RegExp;
}

/** The jobs of each Node.js. */
export function testJobs(project: ScratchProject): Job[] {
  return nodeVersions.flatMap((version) =>
    commands(project).map(({ what, args, shows }) => ({
      name: `Node.js ${version}, ${what}`,
      run: async () => {
        const output = stripVTControlCharacters(
          await run(project.node(version), args, { cwd: project.folder }),
        );
        if (!shows.test(output)) throw new CommandError(`the output does not show ${shows}:\n${output}`);
      },
    })),
  );
}

function commands({ installed }: ScratchProject): Command[] {
  const vitest = [installed('vitest/vitest.mjs'), 'run', '--dir'];
  const jest = [
    '--experimental-vm-modules',
    installed('jest/bin/jest.js'),
    '--ci',
    '--json',
    '--testMatch=**/*.test.mjs',
    '--rootDir',
  ];
  return [
    { what: 'the first use of the README', args: ['first-use.mjs'], shows: /sender_profile_sent_email/ },
    { what: 'a program in TypeScript', args: ['calls.ts'], shows: /^done$/m },
    { what: 'a program that reads the document', args: ['document.ts'], shows: /^done$/m },
    { what: 'a program in CommonJS that imports', args: ['calls.cts'], shows: /^done$/m },
    { what: 'a program in CommonJS that requires', args: ['requires.cjs'], shows: /^done$/m },
    {
      what: 'node:test',
      args: ['--test', '--test-reporter=tap', 'node-test/*.test.ts'],
      shows: /^# pass [1-9]/m,
    },
    { what: 'vitest', args: [...vitest, 'vitest'], shows: /Tests +[1-9]\d* passed/ },
    { what: 'jest', args: [...jest, 'jest'], shows: /"numPassedTests":[1-9]/ },
  ];
}
