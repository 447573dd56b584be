/** The exchanges of an earlier run, as reports show them and as rules judge them. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { classOf, isSuccess } from '@outreach-api/model/records/answer-class';
import type { CreatedKey } from '@outreach-api/model/records/created-key';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { sentIn, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { operationOf } from '@outreach-api/model/records/operation';
import type { ExchangeLine } from './history-line.ts';
import { fromPlainJson } from './plain-json.ts';
import type { WrittenHistory } from './read-history.ts';
import { recorded } from '@outreach-api/model/records/folded-body';

/** The exchanges of a history, by their numbers. */
export class RecalledExchanges {
  readonly #lines: ReadonlyMap<number, ExchangeLine>;
  readonly #baseUrl: string;

  constructor({ header, lines }: WrittenHistory) {
    this.#baseUrl = header.target.baseUrl;
    this.#lines = new Map(lines.flatMap((line) => (line.kind === 'exchange' ? [[line.n, line]] : [])));
  }

  /** As reports show them. */
  exchanges(numbers: readonly number[]): readonly Exchange[] {
    return this.#linesOf(numbers).map((line) => {
      const { role, request, authorization, failure, isCut, ms, caller, answer } = line;
      const text = this.#text(line);
      const kept =
        answer === null
          ? null
          : recorded({
              status: answer.status,
              ok: isSuccess(answer.status),
              headers: answer.headers,
              text,
              json: parsedJson(text),
            });
      return {
        role,
        request,
        authorization,
        failure,
        ...(isCut === undefined ? {} : { isCut }),
        milliseconds: ms,
        caller: caller.name,
        answer: kept,
      };
    });
  }

  /** As rules judge them. */
  seen(numbers: readonly number[]): readonly ExchangeSeen[] {
    return this.#linesOf(numbers).map((line) => {
      const { at, caller, request, answer, key, shows = [], writes = null } = line;
      const path = request.url.slice(this.#baseUrl.length);
      const operation = operationOf(request.method, path);
      const json = operation === 'createApiKey' ? undefined : parsedJson(this.#text(line));
      return {
        at: Date.parse(at),
        operation,
        caller,
        path,
        sent: sentIn(request.body),
        answer: answer === null ? null : { status: answer.status, ok: isSuccess(answer.status), json },
        came: classOf(answer),
        key: keyIn(key),
        shows,
        writes,
      };
    });
  }

  #linesOf(numbers: readonly number[]): readonly ExchangeLine[] {
    return numbers.flatMap((number) => this.#lines.get(number) ?? []);
  }

  #text({ answer }: ExchangeLine): string {
    if (answer === null) return '';
    if ('text' in answer) return answer.text;
    const same = this.#lines.get(answer.sameAs)?.answer;
    return same != null && 'text' in same ? same.text : '';
  }
}

function keyIn(written: unknown): CreatedKey | null {
  const key = fromPlainJson(written);
  return isKey(key) ? key : null;
}

function isKey(key: unknown): key is CreatedKey {
  return isRecord(key) && typeof key['accepted'] === 'boolean' && 'token' in key;
}
