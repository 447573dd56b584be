/** One attempt of a call: a request that is sent once. */
import type { CallSettings } from './call-settings.ts';
import type { FetchedResponse } from './client-options.ts';
import { factsOf } from './call-facts.ts';
import { NetworkError, TimeoutError } from './errors.ts';
import type { CallFacts } from './call-facts.ts';
import { inTime } from './in-time.ts';
import type { TimeLimit } from './in-time.ts';
import { errorOf } from './masking.ts';
import { parseRetryAfter } from './retry-after.ts';

/** A call in progress. */
export interface CallUnderWay extends CallFacts {
  /** The body as text. */
  body: string | undefined;
}

/** The result of reading a body; empty if it broke off. */
export interface Body {
  bytes: ArrayBuffer;
  broken?: unknown;
}

/** An answer that is not a success. Its body may still be arriving. */
export interface Failure {
  body: Promise<Body>;
  /** Ends a body that is still arriving. */
  end: () => void;
}

/**
 * Sends a request once. A success counts as an answer once its body is complete; for any other, status and headers
 * decide.
 *
 * @param call - receives the response as soon as its headers are there, and the body of a success
 * @throws NetworkError, TimeoutError; the reason of a signal that aborts
 */
export function attempt(
  call: CallUnderWay,
  headers: Record<string, string>,
  settings: CallSettings,
  signals: readonly AbortSignal[],
): Promise<Failure | undefined> {
  call.response = call.bytes = call.broken = undefined;
  call.retryAfterMs = null;
  return inTime<Failure | undefined>(
    async (ending, settle, end) => {
      call.attempts += 1;
      settings.onRequest?.({ request: factsOf(call).request, attempt: call.attempts });
      try {
        const response = await settings.fetch(call.url, {
          ...settings.fetchOptions,
          method: call.method,
          headers,
          body: call.body ?? null,
          // Following a redirect would send the request, and on the same host the credential, to an address that the
          // user did not name.
          redirect: 'manual',
          signal: ending,
        });
        // A fetch that ignores its signal may answer while another attempt is in progress.
        ending.throwIfAborted();
        if (!isResponse(response)) throw new TypeError('fetch returned no Response');
        call.response = response;
        const bytes = response.arrayBuffer();
        if (response.ok) {
          const whole = await bytes;
          ending.throwIfAborted();
          call.bytes = whole;
          return;
        }
        const said = (name: string) => response.headers.get(name);
        call.retryAfterMs = parseRetryAfter(said('retry-after'), said('date'), settings.now());
        settle({ body: bodyInTime(bytes, ending), end });
        await bytes;
      } catch (thrown) {
        throw new NetworkError(call, `no ${call.response ? 'whole ' : ''}answer`, errorOf(thrown));
      }
    },
    signals,
    timeLimit(call, settings, settings.timeoutMs, 'no whole answer within'),
  );
}

/**
 * Ends something about a call with a TimeoutError; undefined if there is no limit.
 *
 * @param problem - the text of the error, without the milliseconds
 */
export function timeLimit(
  call: CallFacts,
  { after }: CallSettings,
  ms: number,
  problem: string,
): TimeLimit | undefined {
  return ms < Infinity
    ? (end) => after(ms, () => end(new TimeoutError(call, `${problem} ${ms} ms`)))
    : undefined;
}

/** A `Response`, be it of the runtime or of another implementation. */
function isResponse(answer: FetchedResponse): answer is Response {
  return typeof answer?.arrayBuffer === 'function';
}

function bodyInTime(bytes: Promise<ArrayBuffer>, ending: AbortSignal): Promise<Body> {
  return inTime(async () => bytes, [ending]).then(
    (whole) => ({ bytes: whole }),
    (broken: unknown) => ({ bytes: new ArrayBuffer(0), broken: errorOf(broken) }),
  );
}
