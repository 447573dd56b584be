/** Judges what the suite itself exchanges with a sandbox, as a recording of somebody unknown. */
import type { Recorder } from '../src/http/recorder.ts';
import { RecordingJudge } from '../src/judge-recording.ts';
import { operationOf } from '../src/records/operation.ts';
import type { PassingBody } from '../src/recordings/passing-exchange.ts';
import type { Run } from '../src/run.ts';

/** Takes all that is exchanged, and judges it as recorded traffic of unknown callers. */
export class JudgedTraffic implements Pick<Recorder, 'add'> {
  readonly #judge: RecordingJudge;
  readonly #baseUrl: string;

  /** @param baseUrl - of the sandbox */
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
          : { status: came.status, headers: came.headers, body: bodyOf(came.text), isOfRecorder: false },
    });
  };

  /** What came of it. */
  get run(): Run {
    return this.#judge.run({ startedAt: new Date(0), seconds: 0 });
  }
}

function bodyOf(text: string | null): PassingBody {
  return text === null || text === '' ? { kind: 'none' } : { kind: 'text', text };
}
