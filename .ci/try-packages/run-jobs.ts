/** Runs commands, two at once, and reports the result of each. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** A combination that is tried. */
export interface Job {
  /** Names the combination, as the output shows it. */
  readonly name: string;
  /** Set if it is tried only with `--all`: it takes long, or differs little from one that is tried each time. */
  readonly onlyWithAll?: boolean;
  /** Tries it; the error that it throws says why it failed. A returned text is shown. */
  run(): Promise<string | void>;
}

/** A command that did not end as it should. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Runs a command; returns its output, errors last.
 *
 * @throws {CommandError} with the end of its output, if its exit code is not 0, or after `minutes` (two)
 */
export function run(
  file: string,
  args: readonly string[],
  {
    cwd,
    env = {},
    minutes = 2,
  }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>>; readonly minutes?: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      timeout: minutes * 60_000,
      maxBuffer: 2 ** 26,
    };
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(`${stdout}\n${stderr}`);
      else {
        const output = `${stdout}\n${stderr}`.trim().split('\n').slice(-80).join('\n');
        const why =
          error.killed === true ? `stopped after ${minutes} minutes\n${output}` : output || error.message;
        reject(new CommandError(`${[file, ...args].join(' ')}\n${why}`));
      }
    });
  });
}

/** Runs all jobs, as many at once as there are processors; returns the names of those that failed. */
export async function runJobs(jobs: readonly Job[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...jobs];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (!(await wentWell(job))) failed.push(job.name);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return failed;
}

async function wentWell(job: Job): Promise<boolean> {
  const started = Date.now();
  const report = (verdict: string, more = ''): void => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${verdict} ${job.name} (${seconds} s)${more === '' ? '' : `: ${more}`}\n`);
  };
  try {
    report('ok  ', (await job.run()) ?? '');
    return true;
  } catch (error) {
    report('FAIL', `\n${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
