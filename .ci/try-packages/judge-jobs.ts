/** The conformance suite's command judges the sandbox's command: under the oldest Node.js and the newest, each night under all. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import { developed, nodeVersions } from './scratch-project.ts';
import type { ScratchProject } from './scratch-project.ts';

/** A job for each Node.js. */
export function judgeJobs(project: ScratchProject): Job[] {
  return nodeVersions.map((version) => ({
    name: `Node.js ${version}, the sandbox's command judged by the suite's`,
    onlyWithAll: version === developed,
    run: () => judged(project, project.node(version)),
  }));
}

async function judged(project: ScratchProject, node: string): Promise<string> {
  const args = [
    project.installed('@outreach-api/sandbox/dist/command.js'),
    '--port',
    '0',
    '--print',
    'target',
  ];
  const sandbox = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const target = await new Promise<string>((resolve, reject) => {
      let printed = '';
      sandbox.once('error', reject).once('exit', (code) => {
        reject(new CommandError(`the sandbox ended with ${code}`));
      });
      sandbox.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        if (printed.endsWith('}\n')) resolve(printed);
      });
    });
    const file = path.join(mkdtempSync(path.join(project.folder, 'target-')), 'target.json');
    writeFileSync(file, target);
    const command = project.installed('@outreach-api/conformance/dist/command.js');
    const output = await run(node, [command, 'server', '--config', file], { cwd: project.folder });
    const line =
      output
        .trim()
        .split('\n')
        .findLast((one) => / pass, /.test(one)) ?? '';
    if (!/^[1-9]\d* pass, 0 fail, /.test(line))
      throw new CommandError(`the sandbox was not found to conform: ${output}`);
    return line;
  } finally {
    sandbox.kill();
  }
}
