/** The traffic in each world without any mutant, as the baseline for mutants. */
import type { Mutant } from './mutants-of.ts';
import type { TryingProcess } from './processes.ts';
import type { Task, TaskResult, Trial } from './task.ts';
import type { World } from './worlds.ts';

/** Endless loops end after this many times the hits of a run without the mutant, plus a margin. */
const hitsTimes = 100;
const hitsMargin = 20_000;

/** The baseline without any mutant. Each task is performed once, when it is first needed. */
export class WithoutMutant {
  readonly #worlds: readonly Pick<World, 'name' | 'source'>[];
  readonly #done = new Map<string, Promise<TaskResult>>();

  constructor(worlds: readonly Pick<World, 'name' | 'source'>[]) {
    this.#worlds = worlds;
  }

  /** The worlds whose service includes the source file of a mutant. */
  worldsOf({ file }: Mutant): readonly string[] {
    return this.#worlds.filter(({ source }) => file.includes(source)).map(({ name }) => name);
  }

  /** @throws Error if it fails without any mutant */
  async result(trial: Trial, process: TryingProcess): Promise<TaskResult> {
    const name = nameOf(trial);
    const known = this.#done.get(name);
    if (known !== undefined) return known;
    const doing = faultless(process, { ...trial, mutant: null, mostHits: null });
    this.#done.set(name, doing);
    return doing;
  }

  /** The worlds in which a mutant is hit. */
  async reaching(what: Trial['what'], mutant: Mutant, process: TryingProcess): Promise<readonly string[]> {
    const reached: string[] = [];
    for (const world of this.worldsOf(mutant)) {
      const { hits } = await this.result({ what, world, groups: [] }, process);
      if (hits[mutant.id] !== undefined) reached.push(world);
    }
    return reached;
  }

  /** Whether a mutant is hit while the modules are loaded. */
  async isAtStart(mutant: Mutant, process: TryingProcess): Promise<boolean> {
    const [first = ''] = this.worldsOf(mutant);
    const { atStart } = await this.result({ what: 'script', world: first, groups: [] }, process);
    return atStart.includes(mutant.id);
  }

  /** The hit limit in a task. */
  async mostHits(trial: Trial, { id }: Mutant, process: TryingProcess): Promise<number> {
    const { hits } = await this.result(trial, process);
    return (hits[id] ?? 0) * hitsTimes + hitsMargin;
  }
}

function nameOf({ what, world, groups }: Trial): string {
  return [what, world, ...groups].join(' ');
}

async function faultless(process: TryingProcess, task: Task): Promise<TaskResult> {
  const result = await process.do(task);
  const failed = Object.keys(result.verdicts).filter((id) => result.verdicts[id] === 'fail');
  const why = result.fault ?? result.undone ?? failed.map((id) => `${id}: ${result.reasons[id]}`).join('; ');
  if (why !== '') throw new Error(`${task.what} in "${task.world}", without any mutant: ${why}`);
  return result;
}
