/** One attempt of a call: a request that is sent once. */
import type { CallSettings } from './call-settings.ts';
import { NetworkError, TimeoutError } from './errors.ts';
import type { CallFacts } from './errors.ts';
import { inTime } from './in-time.ts';
import type { TimedWork } from './in-time.ts';
import { errorOf } from './masking.ts';

/** What came of a body; nothing is left of one that broke off. */
export interface Body {
  bytes: ArrayBuffer;
  broken?: unknown;
}

/** An answer. Its body may still be on its way where it is no success. */
export interface Answer {
  response: Response;
  body: Body | Promise<Body>;
  /** Ends a body that is on its way. */
  end?: () => void;
}

/**
 * Sends a request once. A success counts as an answer once its body is whole; of any other, status and headers decide.
 *
 * @param call - is told of the response as soon as its headers are there
 * @throws NetworkError, TimeoutError; the signal's reason where it aborts
 */
export function attempt(
  call: CallFacts & { body: string | undefined },
  headers: Record<string, string>,
  { fetch, fetchOptions, timeoutMs: ms, clock: { after } }: CallSettings,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const send: TimedWork<Answer> = async (ending, settle, end) => {
    try {
      const { method, body = null } = call;
      // A redirect would take the request, and on the same host the credential, somewhere that nobody named.
      const init = { ...fetchOptions, method, headers, body, redirect: 'manual', signal: ending } as const;
      const response = await fetch(call.url, init);
      call.response = response;
      const bytes = response.arrayBuffer();
      if (!response.ok) settle({ response, body: bodyInTime(bytes, ending), end });
      return { response, body: { bytes: await bytes } };
    } catch (thrown) {
      throw new NetworkError(call, [`no ${call.response ? 'whole ' : ''}answer`], errorOf(thrown));
    }
  };
  const late = (): TimeoutError => new TimeoutError(call, [`no whole answer within ${ms} ms`]);
  return inTime(send, signal, { ms, after, late });
}

function bodyInTime(bytes: Promise<ArrayBuffer>, ending: AbortSignal): Promise<Body> {
  return inTime(async () => bytes, ending).then(
    (whole) => ({ bytes: whole }),
    (broken: unknown) => ({ bytes: new ArrayBuffer(0), broken: errorOf(broken) }),
  );
}
