/** The container image: built from the packed tarballs and started where Docker is there, and checked where it is not. */
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { CommandError, run, type Job } from './run-jobs.ts';
import type { ScratchProject } from './scratch-project.ts';

const dockerfile = path.join(import.meta.dirname, '../../apps/conformance/Dockerfile');
const image = 'outreach-conformance:tried';

/** The job that builds the image and starts its command. */
export function imageJob(project: ScratchProject): Job {
  return {
    name: 'the container image',
    run: async () => {
      checkDockerfile();
      const hasDocker = await run('docker', ['info'], { cwd: project.folder }).then(
        () => true,
        () => false,
      );
      return hasDocker ? started(project) : 'only its Dockerfile was checked: no Docker daemon answers';
    },
  };
}

function checkDockerfile(): void {
  const faults = validate(readFileSync(dockerfile, 'utf8'), {
    deprecatedMaintainer: ValidationSeverity.ERROR,
    instructionWorkdirRelative: ValidationSeverity.ERROR,
    instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
  });
  if (faults.length === 0) return;
  const lines = faults.map(({ range, message }) => {
    const text = typeof message === 'string' ? message : message.value;
    return `${dockerfile}:${range.start.line + 1} ${text}`;
  });
  throw new CommandError(lines.join('\n'));
}

async function started(project: ScratchProject): Promise<string> {
  const context = mkdtempSync(path.join(project.folder, 'image-'));
  for (const file of readdirSync(project.folder).filter((name) => name.endsWith('.tgz')))
    cpSync(path.join(project.folder, file), path.join(context, file));
  const build = ['build', '--quiet', '--file', dockerfile, '--tag', image, context];
  await run('docker', build, { cwd: context, minutes: 5 });
  const version = await run('docker', ['run', '--rm', image, '--version'], { cwd: context });
  const user = await run('docker', ['run', '--rm', '--entrypoint', 'id', image, '-u'], { cwd: context });
  if (user.trim() === '0') throw new CommandError('its command runs as root');
  return `outreach-conformance ${version.trim()}, as user ${user.trim()}`;
}
