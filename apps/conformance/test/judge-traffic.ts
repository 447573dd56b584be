/** Judges the suite's own exchanges with a sandbox as if they were a recording of an unknown client. */
import type { Recorder } from '@outreach-api/wire/recorder';
import { RecordingJudge } from '../src/judge-recording.ts';
import { operationOf } from '@outreach-api/model/records/operation';
import type { PassingBody } from '../src/recordings/passing-exchange.ts';
import type { Run } from '../src/run.ts';

/** Takes all exchanges, and judges them as recorded traffic of unknown clients. */
export class JudgedTraffic implements Pick<Recorder, 'add'> {
  readonly #judge: RecordingJudge;
  readonly #baseUrl: string;

  /** @param baseUrl - the base address of the sandbox */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    this.#judge = new RecordingJudge({ baseUrl, from: 'a test', since: 0 });
  }

  readonly add: Recorder['add'] = ({ method, url, headers, body }, startedAt, milliseconds, came) => {
    const path = url.slice(this.#baseUrl.length);
    const operation = operationOf(method, path);
    if (operation === null) return;
    this.#judge.add({
      at: startedAt,
      arrivedAt: startedAt,
      answeredAt: typeof came === 'string' ? null : startedAt + milliseconds,
      connection: null,
      request: {
        operation,
        method,
        path,
        headers,
        authorization: headers['authorization'] ?? null,
        body: bodyOf(body),
      },
      answer:
        typeof came === 'string'
          ? null
          : { status: came.status, headers: came.headers, body: bodyOf(came.text), recorder: null },
    });
  };

  /** The result. */
  get run(): Run {
    return this.#judge.run({ startedAt: new Date(0), seconds: 0 });
  }
}

function bodyOf(text: string | null): PassingBody {
  return text === null || text === '' ? { kind: 'none' } : { kind: 'text', text };
}
