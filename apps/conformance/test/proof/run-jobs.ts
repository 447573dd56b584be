/** Runs jobs in several processes. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Job, JobResult } from './job.ts';

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A run creates many short-lived objects: with more room for them, less time goes into garbage collection. */
const roomy = '--max-semi-space-size=64';
/** Jobs are simulated one after the other: the next one is already there when its turn comes. */
const jobsAtOnce = 2;

/**
 * Runs all jobs.
 *
 * @param onResult - called with each result as it arrives
 */
export async function runJobs(jobs: readonly Job[], onResult: (result: JobResult) => void): Promise<void> {
  const waiting = [...jobs];
  const processes = Math.min(availableParallelism(), Math.max(1, jobs.length));
  await Promise.all(Array.from({ length: processes }, async () => serve(waiting, onResult)));
}

async function serve(waiting: Job[], onResult: (result: JobResult) => void): Promise<void> {
  const child = fork(worker, {
    execArgv: [...process.execArgv, roomy],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let underWay = 0;
  await new Promise<void>((resolve, reject) => {
    const next = (): void => {
      while (underWay < jobsAtOnce) {
        const job = waiting.shift();
        if (job === undefined) break;
        underWay += 1;
        child.send(job);
      }
      if (underWay === 0) resolve();
    };
    child.once('exit', (code) => {
      reject(new Error(`a process of the proof ended with ${code}`));
    });
    child.on('message', (result: JobResult) => {
      underWay -= 1;
      onResult(result);
      next();
    });
    next();
  });
  child.removeAllListeners('exit');
  child.disconnect();
}
