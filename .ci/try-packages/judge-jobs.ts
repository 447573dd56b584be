/** The conformance suite's command judges the sandbox's command, under each Node.js. */
import { spawn } from 'node:child_process';
import { CommandError, run } from './run-jobs.ts';
import type { Job } from './run-jobs.ts';
import { nodeVersions } from './scratch-project.ts';
import type { ScratchProject } from './scratch-project.ts';

/** A job for each Node.js. */
export function judgeJobs(project: ScratchProject): Job[] {
  return nodeVersions.map((version) => ({
    name: `Node.js ${version}, the sandbox's command judged by the suite's`,
    run: () => judged(project, project.node(version)),
  }));
}

async function judged(project: ScratchProject, node: string): Promise<string> {
  const sandbox = spawn(node, [project.installed('@outreach-api/sandbox/dist/command.js'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      let printed = '';
      sandbox.once('error', reject).once('exit', (code) => {
        reject(new CommandError(`the sandbox ended with ${code}`));
      });
      sandbox.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        if (printed.includes('A first use')) resolve(printed);
      });
    });
    const url = /listens on (\S+)/.exec(text)?.[1] ?? '';
    const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? '';
    const command = project.installed('@outreach-api/conformance/dist/command.js');
    const args = [command, 'server', '--url', url];
    const output = await run(node, args, { cwd: project.folder, env: { OUTREACH_TOKEN: token } });
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
