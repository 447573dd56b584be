/**
 * Tries the packages as users get them: packs them, installs the tarballs with npm in an empty folder, and there
 * type-checks consumers, runs their tests, and judges the sandbox. Each line names its combination. With `--all`, as each
 * night, it includes all combinations and the runtimes that a change should not wait for: Node.js 20, Bun, Deno, workerd
 * and Chromium for the client, and TypeScript 6. With words as arguments, it tries only combinations with these words in
 * their names: `pnpm exec node .ci/try-packages.ts 'Node.js 26'`.
 */
import { imageJob } from './try-packages/image-job.ts';
import { judgeJobs } from './try-packages/judge-jobs.ts';
import { runJobs } from './try-packages/run-jobs.ts';
import { runtimeJobs } from './try-packages/runtime-jobs.ts';
import { openScratchProject } from './try-packages/scratch-project.ts';
import { strayJobs, testJobs } from './try-packages/test-jobs.ts';
import { typeJobs } from './try-packages/type-jobs.ts';

const started = Date.now();
const words = process.argv.slice(2).filter((word) => word !== '--all');
const all = words.length < process.argv.length - 2;
const project = await openScratchProject(all);
process.stdout.write(`packed and installed in ${secondsSince(started)} s\n`);
try {
  const jobs = [
    ...judgeJobs(project),
    imageJob(project),
    ...testJobs(project),
    ...strayJobs(project),
    ...typeJobs(project),
    ...runtimeJobs(project),
  ].filter(({ onlyWithAll = false }) => all || !onlyWithAll);
  const failed = await runJobs(jobs.filter(({ name }) => words.every((word) => name.includes(word))));
  const inAll = `${secondsSince(started)} s in all`;
  if (failed.length === 0) process.stdout.write(`the packages work as others get them; ${inAll}\n`);
  else {
    process.stderr.write(`the packages DO NOT WORK as others get them: ${failed.join('; ')}; ${inAll}\n`);
    process.exitCode = 1;
  }
} finally {
  project.remove();
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1000).toFixed(0);
}
