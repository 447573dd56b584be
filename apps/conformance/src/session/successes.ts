/** The successful answers of a run, by operation. */
import { requestShape } from '@outreach-api/wire/patience';
import { isJson, type Answer } from '@outreach-api/model/records/exchange';
import type { OperationId } from '@outreach-api/model/records/operation';
import { requestOf } from './request-of.ts';

/** Successful answers to one operation whose body is not JSON. */
export interface NoJson {
  readonly first: Answer;
  /** Method and path of the first one. */
  readonly request: string;
  readonly count: number;
}

/** The first successful answer of each operation with each status, and those that are not JSON. */
export class Successes {
  /** By method and path without query, uuids as `{uuid}`. */
  readonly #successes = new Map<string, Map<number, Answer>>();
  readonly #noJson = new Map<string, NoJson>();

  /** The first answer with each success status that an operation gave in this run. */
  of(operation: OperationId): readonly Answer[] {
    return [...(this.#successes.get(requestOf[operation])?.values() ?? [])];
  }

  /** The answers of an operation to our keys that are neither JSON nor empty; null if there were none. */
  noJsonOf(operation: OperationId): NoJson | null {
    return this.#noJson.get(requestOf[operation]) ?? null;
  }

  /** @param isOurs - whether the caller was one of our keys */
  add(method: string, path: string, answer: Answer, isOurs: boolean): void {
    const kind = requestShape(method, path);
    const known = this.#successes.get(kind) ?? new Map<number, Answer>();
    this.#successes.set(kind, known);
    if (!known.has(answer.status)) known.set(answer.status, answer);
    if (!isOurs || isJson(answer) || answer.text.trim() === '') return;
    const { count, ...first } = this.#noJson.get(kind) ?? {
      first: answer,
      request: `${method} ${path}`,
      count: 0,
    };
    this.#noJson.set(kind, { ...first, count: count + 1 });
  }
}
