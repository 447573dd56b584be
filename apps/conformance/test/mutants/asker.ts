/** Sends the requests of the script one by one, and notes the described part of each answer. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Network, Wire } from '@outreach-api/wire/network';
import type { SentRequest } from '@outreach-api/model/records/exchange';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { operationOf } from '@outreach-api/model/records/operation';
import type { Target } from '../../src/target/target.ts';
import { wireOptions } from '../../src/target/wire-options.ts';
import { describedPart } from './described-part.ts';
import { wholeAnswer, type RecordedAnswer } from './recording.ts';

/**
 * How much of a request the description leaves open: nothing; whether it is accepted (but not what it then shows and
 * does); or the whole answer.
 */
export type Openness = 'nothing' | 'whether it is taken' | 'the answer';

/** One request of the script, and the described part of its answer. */
export interface ScriptedAnswer {
  readonly asked: string;
  readonly open: Openness;
  readonly part: string;
}

/** What is sent in addition to method and path. */
export interface Sending {
  /** As JSON, unless it is text. */
  readonly body?: unknown;
  /** The `Authorization` header; that of the main key if not set, none if null. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly open?: Openness;
}

/** Sends the requests of the script. */
export class Asker {
  readonly answers: ScriptedAnswer[] = [];
  readonly target: Target;
  readonly #wire: Wire;
  #isUnderWay = false;

  constructor(target: Target, network: Network) {
    this.target = target;
    this.#wire = network.connect(wireOptions(target));
  }

  /** Sends one request, and returns the JSON of its answer; an empty object if there is none. */
  async ask(method: string, path: string, sending: Sending = {}): Promise<JsonObject> {
    const { open = 'nothing' } = sending;
    const answer = await this.#answered(this.#request(method, path, sending));
    this.#isUnderWay = answer?.status === 202;
    const at = this.answers.length + 1;
    this.answers.push({
      asked: `${at} ${method} ${path}`,
      open,
      part: describedPart(operationOf(method, path), sending.body, answer),
    });
    return jsonOf(answer);
  }

  /** Notes what happened in between, other than answers. */
  note(what: string, part: string, open: Openness = 'nothing'): void {
    this.answers.push({ asked: what, open, part });
  }

  /** Waits for the last change if it was answered 202: only then may it take a moment. */
  async settled(changeMs: number): Promise<void> {
    if (this.#isUnderWay) await wait(changeMs);
  }

  /** Takes the place of a request that shows nothing here, so that two scripts stay aligned. */
  leaveOut(): void {
    this.answers.push({ asked: 'nothing', open: 'the answer', part: 'left out' });
  }

  async #answered(request: SentRequest): Promise<RecordedAnswer | null> {
    try {
      const { answer } = await wholeAnswer(await this.#wire.send(request, AbortSignal.any([])));
      return answer;
    } catch {
      return null;
    }
  }

  #request(method: string, path: string, { body, authorization, headers }: Sending): SentRequest {
    const shown = authorization === undefined ? `Bearer ${this.target.token}` : authorization;
    return {
      method,
      url: `${this.target.baseUrl}${path}`,
      headers: {
        ...(shown === null ? {} : { authorization: shown }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'accept-encoding': 'gzip',
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    };
  }
}

function jsonOf(answer: RecordedAnswer | null): JsonObject {
  try {
    const value: unknown = JSON.parse(answer?.text ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
