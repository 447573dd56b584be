/** The credential: an API key, or a function that provides it and is asked again if the service rejects it. */
import { timeLimit } from './attempt.ts';
import type { CallUnderWay } from './attempt.ts';
import type { CallSettings } from './call-settings.ts';
import { OutreachError, TokenError } from './errors.ts';
import { inTime } from './in-time.ts';
import { errorOf, maskOf } from './masking.ts';
import type { Mask } from './masking.ts';

/** What a token function is asked. */
export interface TokenRequest {
  /** The key that the service has just answered with 401: another one is needed. Undefined at first. */
  rejected?: string | undefined;
}

/** The API key, or a function that provides it: called once per call, and once more for a key that is rejected. */
export type Token = string | ((request: TokenRequest) => string | Promise<string>);

/** Provides the key of a call, or the key in place of a rejected one. */
export type TokenSource = (rejected?: string) => Promise<string>;

/**
 * Checks a credential: fetch would refuse a header with another value, with the value in the message.
 *
 * @throws TypeError that does not show it
 */
export function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw new TypeError(
    token ? "token must be the API key alone: visible ASCII, no 'Bearer'" : 'token is missing',
  );
}

/** Puts a key among the headers, and returns what removes it from texts. */
export function authorize(headers: Record<string, string>, key: string): Mask {
  headers['authorization'] = `Bearer ${key}`;
  return maskOf(key);
}

/** Creates the source of keys of a client. Calls whose key was rejected share one question for another. */
export function createTokenSource(token: Exclude<Token, string>): TokenSource {
  const ask = async (request: TokenRequest): Promise<string> => checkToken(await token(request));
  let last: string | undefined;
  let answer: Promise<string>;
  return (rejected) => {
    if (rejected === undefined) return ask({});
    if (last !== rejected) {
      last = rejected;
      answer = ask({ rejected });
      // An answer of no use is not kept: later calls ask again.
      const forget = (): void => {
        last = undefined;
      };
      answer.then((key) => key === rejected && forget(), forget);
    }
    return answer;
  };
}

/**
 * Creates what gets the key of a call, or the one in place of a rejected key, and puts it among the headers. It throws
 * TokenError, TimeoutError, and the reason of a signal that aborts.
 */
export function authorizer(
  headers: Record<string, string>,
  source: TokenSource,
  call: CallUnderWay,
  settings: CallSettings,
  signals: readonly AbortSignal[],
): TokenSource {
  const limit = timeLimit(call, settings, settings.timeoutMs, 'no token within');
  return async (rejected) => {
    try {
      const key = await inTime(async () => source(rejected), signals, limit);
      const [before, mask] = [call.mask, authorize(headers, key)];
      call.mask = (text) => mask(before(text));
      return key;
    } catch (error) {
      if (error instanceof OutreachError) throw error;
      throw new TokenError(call, 'the token function failed', errorOf(error));
    }
  };
}
