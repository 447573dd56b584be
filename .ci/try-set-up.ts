/**
 * Tries the suite as a new user sets it up: from an empty folder with only the packed packages it runs `init`, `server
 * --plan` and `server` against a sandbox that acts as a staging environment, and then the steps of the workflow and of
 * the action, as a GitHub runner would; and so those of the repository's own workflow that judges staging.
 */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openEmptyProject } from './try-set-up/empty-project.ts';
import { startOtherClient } from './try-set-up/other-client.ts';
import { startSandbox, type Staging } from './try-set-up/staging.ts';
import { runWorkflow, type WorkflowRun } from './try-set-up/run-workflow.ts';

const target = 'outreach-conformance.jsonc';
const knownDeviations = 'outreach-known-deviations.jsonc';
/** The step of the workflow that installs the suite from the lock file. */
const installs = 'Install the suite';
const root = path.join(import.meta.dirname, '..');
const project = openEmptyProject();
const suite = ['--no', '--', 'outreach-conformance'];

/** The first three steps of a new user, on a shared and rate-limited staging environment. */
async function judgeStaging(): Promise<void> {
  const staging = await startSandbox(project, ['--webhooks', '3', '--rate-limit', '20/1']);
  try {
    const [profile = '', another = ''] = staging.senderProfiles;
    const init = ['init', '--url', staging.url, '--sender-profile', profile, '--ci', 'github'];
    print('init', project.npx([...suite, ...init]));
    const env = { OUTREACH_TOKEN: staging.token };
    print('server --plan', project.npx([...suite, 'server', '--config', target, '--plan'], env));
    expect((await staging.requests()).length === 0, '--plan sent something');

    const before = await staging.snapshot();
    const other = startOtherClient(staging, another);
    const judged = await project.runAsync(
      'npx',
      [...suite, 'server', '--config', target, '--json', 'first.json'],
      env,
    );
    await other.stop();
    print('server', judged.output.trim().split('\n').slice(-4).join('\n'));
    expect(judged.code === 0, `server ended with ${judged.code}:\n${judged.output}`);
    await expectNothingChanged(staging, before, other);
  } finally {
    staging.stop();
  }
}

/** Every request with an effect was sent by the other client, and what it did not touch is unchanged. */
async function expectNothingChanged(
  staging: Staging,
  before: unknown,
  other: ReturnType<typeof startOtherClient>,
): Promise<void> {
  const effects = (await staging.requests()).filter(({ effect }) => effect !== 'none');
  const foreign = effects.filter((request) => !other.sent(request));
  expect(foreign.length === 0, `the suite changed something: ${JSON.stringify(foreign.slice(0, 3))}`);
  expect(effects.length > 5, `the other client changed something only ${effects.length} times`);
  const after = other.withoutTouched(await staging.snapshot());
  expect(
    JSON.stringify(after) === JSON.stringify(other.withoutTouched(before)),
    'data that the other client did not touch has changed',
  );
  process.stdout.write(`  only the other client changed anything, ${effects.length} times\n`);
}

/**
 * The steps of the workflow, on a sandbox without a rate limit: red as long as undecidable rules are not listed, then
 * green, with a report to compare with.
 */
async function runItsWorkflow(): Promise<void> {
  const sandbox = await startSandbox(project, []);
  try {
    project.npx([...suite, 'init', '--force', '--url', sandbox.url, '--ci', 'github']);
    const first = await workflowOn(sandbox, []);
    expect(first.steps.includes(installs), `"${installs}" was not run:\n${first.output}`);
    expect(first.failed === 'Exit with the verdict', `the step "${first.failed}" failed:\n${first.output}`);
    expect(first.outputs['judge']?.['exit-code'] === '3', JSON.stringify(first.outputs));
    expect(first.output.includes('There are no two reports to compare.'), first.output);
    listUndecided(first.output);
    const run = await workflowOn(sandbox);
    expect(run.failed === null, `the step "${run.failed}" failed:\n${run.output}`);
    expect(run.output.includes('No difference.'), `"No difference." was not printed:\n${run.output}`);
    expect(run.outputs['judge']?.['verdict'] === 'pass', JSON.stringify(run.outputs));
    print('workflow', `${run.steps.join(', ')}\n${JSON.stringify(run.outputs['judge'])}`);
    project.npx([...suite, 'init', '--force', '--url', sandbox.url, '--ci', 'shell']);
    listUndecided(first.output);
    for (const said of ['nothing needs to be restored', 'No difference.']) {
      const script = await project.runAsync('./outreach-conformance.sh', [], {
        OUTREACH_TOKEN: sandbox.token,
      });
      expect(script.code === 0 && script.output.includes(said), script.output);
    }
    print('script', 'exit 0, nothing to be restored, no difference');
  } finally {
    sandbox.stop();
  }
}

/** The same steps are red on a broken server, and report that it has changed; a replay runs as it is printed. */
async function runItOnABrokenServer(): Promise<void> {
  const broken = await startSandbox(project, ['--twin', 'default-limit-is-10']);
  try {
    project.npx([...suite, 'init', '--force', '--url', broken.url, '--ci', 'github']);
    const run = await workflowOn(broken);
    expect(run.failed === 'Exit with the verdict', `the step "${run.failed}" failed:\n${run.output}`);
    const { verdict, 'exit-code': code, drift } = run.outputs['judge'] ?? {};
    expect(verdict === 'fail' && code === '1' && Number(drift) > 0, JSON.stringify(run.outputs));
    expect(run.output.includes('PAGE-01  pass → fail'), run.output);
    print('workflow on a broken server', `${run.failed}: ${JSON.stringify(run.outputs['judge'])}`);
    const replay = /^ *replay +(.* --rule PAGE-01 .*)$/m.exec(run.output)?.[1] ?? '';
    const again = await project.runAsync('sh', ['-c', replay], { OUTREACH_TOKEN: broken.token });
    expect(again.code === 1, `\`${replay}\` ended with ${again.code}:\n${again.output}`);
    print('replay', `${replay}\nexit 1, as the run`);
  } finally {
    broken.stop();
  }
}

/** The workflow of this repository, which builds and installs the suite before it judges. */
async function runOurWorkflow(): Promise<void> {
  const sandbox = await startSandbox(project, []);
  const { url, token } = sandbox;
  try {
    for (const kept of ['outreach-last', '.outreach-conformance'])
      rmSync(path.join(project.folder, kept), { recursive: true });
    symlinkSync(root, path.join(project.folder, 'repository'));
    const workflow = readFileSync(path.join(root, '.github/workflows/conformance.yml'), 'utf8');
    const environment = { secrets: { OUTREACH_TOKEN: token }, vars: { OUTREACH_BASE_URL: url } };
    const run = await runWorkflow(workflow, 'judge', project.folder, environment);
    expect(run.failed === null, `the step "${run.failed}" failed:\n${run.output}`);
    expect(!run.output.includes(token), 'the credential is in the log');
    print("the repository's workflow", `${run.steps.join(', ')}\n${JSON.stringify(run.outputs['judge'])}`);
  } finally {
    sandbox.stop();
  }
}

/** Pastes the entries that the log says to paste. */
function listUndecided(log: string): void {
  const file = path.join(project.folder, knownDeviations);
  const text = readFileSync(file, 'utf8');
  const entries = log.match(/^ {2}\{"rule":.*"verdict":"inconclusive".*\},?$/gm) ?? [];
  expect(entries.length > 0, `no entry was printed:\n${log}`);
  const place = '"deviations": [\n';
  expect(text.includes(place), text);
  writeFileSync(
    file,
    text.replace(place, () => `${place}${entries.join('\n')},\n`),
  );
}

/** Runs the workflow; the first run has installed the suite for all. */
async function workflowOn({ token }: Staging, done: readonly string[] = [installs]): Promise<WorkflowRun> {
  const workflow = path.join(project.folder, '.github/workflows/outreach-conformance.yml');
  const secrets = { OUTREACH_TOKEN: token };
  const run = await runWorkflow(readFileSync(workflow, 'utf8'), 'judge', project.folder, { secrets, done });
  expect(!run.output.includes(token), 'the credential is in the log');
  return run;
}

function print(what: string, text: string): void {
  process.stdout.write(`${what}\n${text.trim().replaceAll(/^/gm, '  ')}\n`);
}

function expect(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

try {
  await judgeStaging();
  await runItsWorkflow();
  await runItOnABrokenServer();
  await runOurWorkflow();
  process.stdout.write('the suite can be set up as its documentation says\n');
} finally {
  project.remove();
}
