/** Processes that try mutants, each performing one task at a time. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Task, TaskResult } from './task.ts';

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
const preload = String(new URL('./instrumented-modules.ts', import.meta.url));

/** The hit limit ends endless loops; this timeout is for what escapes it, on a busy machine. */
const longestTaskMs = 180_000;

/** The location of the instrumented sources while mutants are tried. */
export interface SourcesOnDisk {
  readonly file: string;
  /** Removes them. */
  readonly remove: () => void;
}

/** Writes the instrumented sources where processes find them. */
export function onDisk(sources: Readonly<Record<string, string>>): SourcesOnDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  const file = path.join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify(sources));
  return {
    file,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** A process that tries mutants; if it dies or does not respond, the next task gets a new one. */
export class TryingProcess {
  readonly #file: string;
  readonly #from: string | null;
  #child: ChildProcess | null = null;

  /**
   * @param file - the instrumented sources
   * @param from - a mutant that is active while the modules are loaded; null if none
   */
  constructor(file: string, from: string | null) {
    this.#file = file;
    this.#from = from;
  }

  /** Performs a task. A crash or a timeout of the process is a fault. */
  async do(task: Task): Promise<TaskResult> {
    const child = (this.#child ??= this.#started());
    const lost = (fault: string): TaskResult => {
      this.end();
      return {
        traffic: [],
        answers: [],
        verdicts: {},
        reasons: {},
        undone: null,
        hits: {},
        atStart: [],
        fault,
      };
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        settle(lost('it took too long'));
      }, longestTaskMs);
      const onExit = (): void => {
        settle(lost('the process ended'));
      };
      const settle = (result: TaskResult): void => {
        clearTimeout(timer);
        child.removeListener('exit', onExit);
        child.removeListener('message', settle);
        resolve(result);
      };
      child.once('message', settle);
      child.once('exit', onExit);
      if (child.connected) child.send(task);
      else onExit();
    });
  }

  /** Ends the process. */
  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #started(): ChildProcess {
    return fork(worker, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [...process.execArgv, '--import', preload],
      env: {
        ...process.env,
        INSTRUMENTED_SOURCES: this.#file,
        ...(this.#from === null ? {} : { __STRYKER_ACTIVE_MUTANT__: this.#from }),
      },
    });
  }
}
