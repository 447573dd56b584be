/** Runs the steps of a GitHub workflow in order, as far as they are scripts, as a runner would. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

/** A step as the workflow or the action has it. */
interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly 'working-directory'?: string;
}

type Outputs = Record<string, Record<string, string>>;

/** The result of a workflow. */
export interface WorkflowRun {
  /** The steps that were run, in order. */
  readonly steps: readonly string[];
  /** The first step that failed; null if none did. */
  readonly failed: string | null;
  readonly output: string;
  readonly outputs: Readonly<Outputs>;
}

/** What expressions may name, by its first word. */
interface Context {
  readonly inputs: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  readonly steps: Outputs;
}

/** What the environment holds that a job runs in. */
export interface WorkflowEnvironment {
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars?: Readonly<Record<string, string>>;
  /** Steps of the workflow whose effect is there already; none if not set. */
  readonly done?: readonly string[];
}

interface State {
  readonly folder: string;
  readonly steps: string[];
  /** What steps have put before the path. */
  readonly paths: string[];
  failed: string | null;
  output: string;
}

/** Third-party steps, pinned by commit, that fetch, set up, keep or upload something: the folder replaces what they would do. */
const stoodFor = /^actions\/(checkout|setup-node|cache(\/(restore|save))?|upload-artifact)@[0-9a-f]{40}$/;

/** Runs one job of a workflow. Actions of the folder are run step by step; third-party ones are replaced. */
export async function runWorkflow(
  text: string,
  job: string,
  folder: string,
  { secrets, vars = {}, done = [] }: WorkflowEnvironment,
): Promise<WorkflowRun> {
  const workflow: { jobs: Record<string, { steps: Step[] }> } = parse(text);
  const state: State = { folder, steps: [], paths: [], failed: null, output: '' };
  const context: Context = { inputs: {}, secrets, vars, steps: {} };
  const steps = workflow.jobs[job]?.steps ?? [];
  for (const name of done)
    if (!steps.some((step) => step.name === name)) throw new Error(`there is no step ${name}`);
  const due = steps.filter(({ name = '' }) => !done.includes(name));
  await runSteps(due, context, {}, state);
  return { steps: state.steps, failed: state.failed, output: state.output, outputs: context.steps };
}

async function runSteps(
  steps: readonly Step[],
  context: Context,
  outerEnv: Readonly<Record<string, string>>,
  state: State,
): Promise<void> {
  for (const step of steps) {
    const name = step.name ?? step.uses ?? step.run ?? '';
    if (!isDue(step.if, context, state)) continue;
    const env = { ...outerEnv, ...filled(step.env, context) };
    if (step.uses?.startsWith('./') === true) await runAction(step, context, env, state);
    else if (step.run !== undefined) await runScript(step, name, context, env, state);
    else if (!stoodFor.test(step.uses ?? '')) throw new Error(`nothing replaces the step ${name}`);
    state.steps.push(name);
  }
}

async function runAction(
  step: Step,
  context: Context,
  env: Readonly<Record<string, string>>,
  state: State,
): Promise<void> {
  const file = path.join(state.folder, step.uses ?? '', 'action.yml');
  const action: {
    inputs?: Record<string, { default: string }>;
    outputs?: Record<string, { value: string }>;
    runs: { steps: Step[] };
  } = parse(readFileSync(file, 'utf8'));
  const { inputs = {}, outputs: values = {} } = action;
  const given = filled(step.with, context);
  for (const name of Object.keys(given))
    if (!Object.hasOwn(inputs, name)) throw new Error(`the action has no input ${name}`);
  const defaults = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
  const own: Context = { inputs: { ...defaults, ...given }, secrets: {}, vars: {}, steps: {} };
  await runSteps(action.runs.steps, own, env, state);
  const outputs = Object.entries(values).map(([name, { value }]) => [name, fill(value, own)]);
  if (step.id !== undefined) context.steps[step.id] = Object.fromEntries(outputs);
}

async function runScript(
  step: Step,
  name: string,
  context: Context,
  env: Readonly<Record<string, string>>,
  state: State,
): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), 'outreach-step-'));
  const [outputs, summary, paths] = [
    path.join(place, 'outputs'),
    path.join(place, 'summary'),
    path.join(place, 'paths'),
  ];
  for (const file of [outputs, summary, paths]) writeFileSync(file, '');
  const code = await new Promise<number>((resolve) => {
    const options = {
      cwd: path.join(state.folder, fill(step['working-directory'] ?? '.', context)),
      maxBuffer: 2 ** 26,
      env: {
        ...process.env,
        PATH: [...state.paths.toReversed(), process.env['PATH']].join(path.delimiter),
        ...env,
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: state.folder,
        GITHUB_PATH: paths,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
      },
    };
    // The command line that runners use.
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', fill(step.run ?? '', context)];
    execFile('bash', args, options, (error, stdout, stderr) => {
      state.output += stdout + stderr;
      resolve(error === null ? 0 : Number(error.code ?? -1));
    });
  });
  if (step.id !== undefined) context.steps[step.id] = outputsIn(readFileSync(outputs, 'utf8'));
  state.output += readFileSync(summary, 'utf8');
  state.paths.push(
    ...readFileSync(paths, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  rmSync(place, { recursive: true });
  if (code !== 0) state.failed ??= name;
}

function outputsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/**
 * Supports only the conditions that the files use: `always()`, and that a value is or is not some text or is one of some,
 * joined by `&&`.
 */
function isDue(condition: string | undefined, context: Context, { failed }: State): boolean {
  if (condition === undefined) return failed === null;
  const parts = condition.split('&&').map((part) => part.trim());
  const isAlways = parts.includes('always()');
  const values = parts.filter((part) => part !== 'always()');
  return (isAlways || failed === null) && values.every((part) => holds(part, context));
}

function holds(part: string, context: Context): boolean {
  const [, list, value] = /^contains\(fromJSON\('(.+)'\), ([\w.-]+)\)$/.exec(part) ?? [];
  if (list !== undefined && value !== undefined) {
    const some: readonly string[] = JSON.parse(list);
    return some.includes(valueOf(value, context));
  }
  const [, name, operator, text] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(part) ?? [];
  if (name === undefined) throw new Error(`the condition "${part}" is not understood`);
  return (valueOf(name, context) === text) === (operator === '==');
}

function filled(
  values: Readonly<Record<string, unknown>> | undefined,
  context: Context,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, fill(String(value), context)]),
  );
}

function fill(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => valueOf(name, context));
}

function valueOf(name: string, { inputs, secrets, vars, steps }: Context): string {
  const [first = '', second = '', third = '', fourth = ''] = name.split('.');
  if (first === 'inputs') return inputs[second] ?? '';
  if (first === 'secrets') return secrets[second] ?? '';
  if (first === 'vars') return vars[second] ?? '';
  if (first === 'steps' && third === 'outputs') return steps[second]?.[fourth] ?? '';
  if (first === 'github') return `github-${second}`;
  throw new Error(`the expression ${name} is not understood`);
}
