/** A process that tries mutants: one service after the other, queried by the script or judged by the suite. */
import type { RuleResult } from '../../src/rules/rule-result.ts';
import { exitOf } from '@outreach-api/report/exit-code';
import { jsonReport } from '../../src/report/json-report.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { Run } from '../../src/run.ts';
import type { ScriptedAnswer } from './asker.ts';
import { observed, type RecordedExchange } from './recording.ts';
import { script } from './script.ts';
import { switches } from './switches.ts';
import type { Task, TaskResult, TaskVerdicts } from './task.ts';
import { worlds, type ServiceInProcess, type World } from './worlds.ts';

const all = new Map<string, World>(worlds().map((world) => [world.name, world]));
const atStart = Object.keys(switches.mutantCoverage?.static ?? {});
const nothingJudged: TaskVerdicts = { verdicts: {}, reasons: {}, undone: null };

async function done(task: Task): Promise<TaskResult> {
  const name = `${task.what} ${task.world}`;
  const passed: RecordedExchange[] = [];
  const answers: ScriptedAnswer[] = [];
  let judged = nothingJudged;
  let fault: string | null = null;
  // Nothing is counted if there is no limit.
  Object.assign(switches, {
    activeMutant: task.mutant ?? undefined,
    currentTestId: name,
    hitCount: task.mostHits === null ? undefined : 0,
    hitLimit: task.mostHits ?? undefined,
  });
  const world = all.get(task.world);
  if (world === undefined) throw new TypeError(`there is no world "${task.world}"`);
  try {
    await world.within(async ({ target, network, rules }) => {
      const service = { target, rules, network: observed(network, (one) => passed.push(one)) };
      if (task.what === 'script') answers.push(...(await script(target, service.network)));
      else judged = await verdictsIn(service, world, task.groups);
    });
  } catch (error) {
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const counted = switches.mutantCoverage?.perTest ?? {};
  const hits = counted[name] ?? {};
  Reflect.deleteProperty(counted, name);
  Object.assign(switches, { activeMutant: undefined, currentTestId: undefined });
  return { traffic: passed, answers, ...judged, hits: task.mutant === null ? hits : {}, atStart, fault };
}

/** One rule that fails is enough. */
async function verdictsIn(
  { target, network, rules: candidates }: ServiceInProcess,
  { seed }: World,
  groups: readonly string[],
): Promise<TaskVerdicts> {
  const rules = candidates.filter(
    ({ id }) => groups.length === 0 || groups.some((group) => id.startsWith(group)),
  );
  if (rules.length === 0) return nothingJudged;
  try {
    const stop = new AbortController();
    const onResult = ({ verdict }: RuleResult): void => {
      if (verdict === 'fail') stop.abort();
    };
    const run = await judgeTarget(target, {
      rules,
      seed,
      runs: null,
      path: null,
      network,
      stop: stop.signal,
      onResult,
    });
    return verdictsOf(run);
  } catch (error) {
    if (error instanceof ConfigurationError) return { ...nothingJudged, undone: error.message };
    throw error;
  }
}

function verdictsOf(run: Run): TaskVerdicts {
  const { results } = run;
  const { code, why } = exitOf(jsonReport(run, ''));
  const reasons = results.flatMap(({ rule, reason, breach }) => {
    const says = breach === null ? reason : `${breach.expected}; but ${breach.actual}`;
    return says === null ? [] : [[rule.id, run.secrets.mask(says)]];
  });
  // If no rate limit is reached, nothing about limits is decided.
  const isOfLimits = results.every(({ rule }) => rule.id.startsWith('RATE'));
  return {
    verdicts: Object.fromEntries(results.map(({ rule, verdict }) => [rule.id, verdict])),
    reasons: Object.fromEntries(reasons),
    undone: code === 2 && !isOfLimits ? (why ?? '') : null,
  };
}

process.on('message', (task: Task) => {
  void done(task).then((result) => process.send?.(result));
});
