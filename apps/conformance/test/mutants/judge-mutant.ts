/** Judges one mutant: compares its answers with those of the unchanged service, then lets the suite judge it. */
import { trafficDifference, differenceInAnswers, openDifferences, type Difference } from './compare.ts';
import { groupsLookingAt } from './focus.ts';
import type { MutantJudgement } from './judgement.ts';
import type { Mutant } from './mutants-of.ts';
import { TryingProcess } from './processes.ts';
import type { TaskResult, Trial } from './task.ts';
import type { WithoutMutant } from './without-mutant.ts';

/** How many worlds the script compares at most: once answers differ, and while they are equal. */
const mostScripts = 3;
const mostEqual = 5;

/** The most worlds in which the suite judges a mutant whose answers differ. */
const mostRuns = 3;

/** Differences between refusals that no rule looks at: those need no run. */
const harmless: ReadonlySet<string> = new Set(['headers of a refusal', 'undescribed part of a refusal']);

/** What is needed to try mutants. */
export interface Laboratory {
  readonly without: WithoutMutant;
  readonly process: TryingProcess;
  /** The instrumented sources on disk. */
  readonly sources: string;
}

/** Judges one mutant. */
export async function judgeMutant(mutant: Mutant, laboratory: Laboratory): Promise<MutantJudgement> {
  const { without, process, sources } = laboratory;
  const isAtStart = await without.isAtStart(mutant, process);
  const trying = isAtStart ? new TryingProcess(sources, mutant.id) : process;
  try {
    return await new MutantTrial(mutant, laboratory, trying).judge(isAtStart);
  } finally {
    if (isAtStart) trying.end();
  }
}

/** The answers to the script in one world. */
interface Compared {
  readonly world: string;
  readonly traffic: Difference | null;
  readonly answers: Difference | null;
  readonly ways: readonly string[];
  /** Whether a rate limit was reached. */
  readonly limits: boolean;
}

class MutantTrial {
  readonly #mutant: Mutant;
  readonly #laboratory: Laboratory;
  readonly #trying: TryingProcess;

  constructor(mutant: Mutant, laboratory: Laboratory, trying: TryingProcess) {
    this.#mutant = mutant;
    this.#laboratory = laboratory;
    this.#trying = trying;
  }

  async judge(isAtStart: boolean): Promise<MutantJudgement> {
    const { without, process } = this.#laboratory;
    const own = without.worldsOf(this.#mutant);
    const reached = isAtStart ? own : await without.reaching('script', this.#mutant, process);
    if (reached.length > 0) return this.#compared(reached);
    const inRuns = await without.reaching('run', this.#mutant, process);
    return inRuns.length > 0
      ? this.#judged(spread(inRuns, mostRuns), [])
      : this.#judgement('not reached', 'neither the script nor a run reaches it, in any world');
  }

  async #compared(worlds: readonly string[]): Promise<MutantJudgement> {
    const compared: Compared[] = [];
    for (const world of worlds) {
      const [before, after] = await this.#both({ what: 'script', world, groups: [] });
      const answers =
        after.fault === null ? differenceInAnswers(before.answers, after.answers) : died(after.fault);
      const ways = openDifferences(before.traffic, after.traffic);
      const traffic = trafficDifference(before.traffic, after.traffic);
      const limits = before.answers.some(({ part }) => part === 'limited');
      compared.push({ world, traffic, answers, ways, limits });
      const differ = compared.some((one) => one.traffic !== null);
      if (answers !== null || compared.length >= (differ ? mostScripts : mostEqual)) break;
    }
    const differing = compared.filter(({ traffic, answers }) => traffic !== null || answers !== null);
    if (differing.length === 0) return this.#judged(worlds.slice(0, 1), compared);
    const ways = [...new Set(differing.flatMap((one) => one.ways))];
    const isOpen = differing.every(({ answers }) => answers === null);
    if (isOpen && ways.every((way) => harmless.has(way))) {
      const [first] = differing;
      return this.#judgement('open', ways.join(', '), first?.traffic ?? null);
    }
    const order = [...differing.filter(({ answers }) => answers !== null), ...differing, ...compared];
    const chosen = [...new Set([...order.map(({ world }) => world), ...worlds])];
    if (!isOpen) return this.#judged(chosen.slice(0, mostRuns), compared);
    // If a rate limit was reached, only the rules on limits are judged.
    const limited = differing.filter(({ limits }) => limits).map(({ world }) => world);
    return this.#judged([...new Set([...chosen.slice(0, 1), ...limited.slice(0, 1)])], compared);
  }

  /** Lets only the rules judge it that cover the request where it was noticed: that is fast, and kills most. */
  async #killedAtOnce(compared: readonly Compared[]): Promise<MutantJudgement | null> {
    const noticed = compared.find(({ answers }) => answers !== null);
    const groups = groupsLookingAt(noticed?.answers?.asked ?? '');
    if (noticed === undefined || groups.length === 0) return null;
    const { world, answers } = noticed;
    const [, after] = await this.#both({ what: 'run', world, groups });
    const failed = failedIn(after);
    return failed.length > 0 ? this.#judgement('killed', `${failed.join(', ')} (${world})`, answers) : null;
  }

  /** Lets the suite judge it in these worlds, until a rule fails. */
  async #judged(worlds: readonly string[], compared: readonly Compared[]): Promise<MutantJudgement> {
    const killed = await this.#killedAtOnce(compared);
    if (killed !== null) return killed;
    const undecided = new Map<string, string>();
    let inRun: Difference | null = null;
    for (const world of worlds) {
      const [before, after] = await this.#both({ what: 'run', world, groups: [] });
      const failed = failedIn(after);
      const first = this.#difference(compared, null);
      if (failed.length > 0) return this.#judgement('killed', `${failed.join(', ')} (${world})`, first);
      const why = after.fault ?? after.undone;
      if (why !== null) return this.#judgement('red', `${why.split('\n')[0]} (${world})`, first);
      for (const [id, verdict] of Object.entries(after.verdicts))
        if (verdict === 'inconclusive' && before.verdicts[id] !== verdict)
          undecided.set(id, `${id} (${world}): ${after.reasons[id] ?? ''}`);
      inRun ??= trafficDifference(before.traffic, after.traffic);
    }
    const where = worlds.join(', ');
    const difference = this.#difference(compared, inRun);
    if (difference === null)
      return this.#judgement('equal', `the same answers (${compared.map(({ world }) => world).join(', ')})`);
    const isOpen =
      compared.some(({ traffic }) => traffic !== null) && compared.every(({ answers }) => answers === null);
    if (isOpen)
      return this.#judgement(
        'open',
        [...new Set(compared.flatMap(({ ways }) => ways))].join(', '),
        difference,
      );
    const ids = [...undecided.keys()].join(', ');
    return undecided.size > 0
      ? this.#judgement('undecided', `${ids} (${where})`, difference, [...undecided.values()])
      : this.#judgement('survivor', where, difference);
  }

  /** Differences that the description covers come first. */
  #difference(compared: readonly Compared[], inRun: Difference | null): Difference | null {
    const answers = compared.find((one) => one.answers !== null)?.answers;
    return answers ?? compared.find(({ traffic }) => traffic !== null)?.traffic ?? inRun;
  }

  async #both(trial: Trial): Promise<readonly [before: TaskResult, after: TaskResult]> {
    const { without, process } = this.#laboratory;
    const before = await without.result(trial, process);
    const mostHits = await without.mostHits(trial, this.#mutant, process);
    return [before, await this.#trying.do({ ...trial, mutant: this.#mutant.id, mostHits })];
  }

  #judgement(
    outcome: MutantJudgement['outcome'],
    evidence: string,
    difference: Difference | null = null,
    undecided: readonly string[] = [],
  ): MutantJudgement {
    return { mutant: this.#mutant, outcome, evidence, difference, undecided };
  }
}

function failedIn({ verdicts }: TaskResult): readonly string[] {
  return Object.keys(verdicts).filter((id) => verdicts[id] === 'fail');
}

function died(fault: string): Difference {
  return { asked: 'the script', without: 'goes through', withMutant: fault };
}

/** This many of all, evenly spaced, including the first. */
function spread<One>(all: readonly One[], count: number): readonly One[] {
  return all.length <= count
    ? all
    : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]).filter(
        (one) => one !== undefined,
      );
}
