/** Repeats what an interference guard answered in an earlier run. */
import type { GuardedLook, InterferenceGuard } from '@outreach-api/engine';
import type { GuardAnswer } from '../session/history-listener.ts';

/** Looks as often as the earlier run did. What was not asked then is answered as if no other client were active. */
export class RecalledGuard implements InterferenceGuard {
  readonly #answers: GuardAnswer[];
  #hasMetOthers = false;

  /** @param answers - in the order in which they were given */
  constructor(answers: readonly GuardAnswer[]) {
    this.#answers = [...answers];
  }

  async during(look: () => Promise<boolean>): Promise<GuardedLook> {
    const answer = this.#take('during');
    const doubt = answer !== null && 'doubt' in answer.said ? answer.said.doubt : null;
    const held = answer?.looks === 0 ? true : await look();
    return { held, doubt: doubt === 'shut out' ? 'locked out' : doubt };
  }

  async byTurns(look: () => Promise<boolean>): Promise<readonly boolean[]> {
    const answer = this.#take('byTurns');
    const held: boolean[] = [];
    while (held.length < (answer?.looks ?? 0)) held.push(await look());
    return answer !== null && 'counts' in answer.said && answer.said.counts ? held : [];
  }

  async isBusy(): Promise<boolean> {
    return this.#is('isBusy');
  }

  async isInterferedWith(): Promise<boolean> {
    return this.#is('isVisited');
  }

  get sawInterference(): boolean {
    this.#hasMetOthers ||= this.#is('metOthers');
    return this.#hasMetOthers;
  }

  #is(ask: GuardAnswer['ask']): boolean {
    const answer = this.#take(ask);
    return answer !== null && 'is' in answer.said && answer.said.is;
  }

  #take(ask: GuardAnswer['ask']): GuardAnswer | null {
    return this.#answers[0]?.ask === ask ? (this.#answers.shift() ?? null) : null;
  }
}
