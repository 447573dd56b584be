/** Records in a history what an interference guard answers. */
import type { DoubtedBreach, GuardedLook, InterferenceGuard, TrialName } from '@outreach-api/engine';
import type { GuardAnswer, HistoryListener } from '../session/history-listener.ts';

/** A guard whose answers are recorded in a history. */
export class RecordedGuard implements InterferenceGuard {
  readonly #guard: InterferenceGuard;
  readonly #trial: TrialName;
  readonly #listener: HistoryListener;
  #hasMetOthers = false;

  constructor(guard: InterferenceGuard, trial: TrialName, listener: HistoryListener) {
    this.#guard = guard;
    this.#trial = trial;
    this.#listener = listener;
  }

  async during(look: () => Promise<boolean>): Promise<GuardedLook> {
    const counted = counting(look);
    const { held, doubt } = await this.#guard.during(counted.look);
    this.#record({ ask: 'during', looks: counted.looks, said: { doubt } });
    return { held, doubt };
  }

  async byTurns(look: () => Promise<boolean>, turns: number): Promise<readonly boolean[]> {
    const counted = counting(look);
    const held = await this.#guard.byTurns(counted.look, turns);
    this.#record({ ask: 'byTurns', looks: counted.looks, said: { counts: held.length > 0 } });
    return held;
  }

  async isBusy(breach: DoubtedBreach): Promise<boolean> {
    return this.#recorded('isBusy', await this.#guard.isBusy(breach));
  }

  async isInterferedWith(breach: DoubtedBreach, isUnsteady: boolean): Promise<boolean> {
    return this.#recorded('isVisited', await this.#guard.isInterferedWith(breach, isUnsteady));
  }

  /** Called repeatedly; once others were met, that stays true. */
  get sawInterference(): boolean {
    if (!this.#hasMetOthers && this.#guard.sawInterference)
      this.#hasMetOthers = this.#recorded('metOthers', true);
    return this.#hasMetOthers;
  }

  #recorded(ask: GuardAnswer['ask'], is: boolean): boolean {
    this.#record({ ask, looks: 0, said: { is } });
    return is;
  }

  #record(answer: GuardAnswer): void {
    this.#listener.guarded(this.#trial, answer);
  }
}

function counting(look: () => Promise<boolean>): { readonly look: () => Promise<boolean>; looks: number } {
  const counted = {
    looks: 0,
    look: async () => {
      counted.looks += 1;
      return look();
    },
  };
  return counted;
}
