/** Clients over a fetch that a test writes, with nothing between them. */
import { createOutreachClient } from '../src/index.ts';
import type { OutreachClient, OutreachClientOptions } from '../src/index.ts';
import { canary } from './records.ts';

/** A client whose requests the function answers; each wait is 1 ms or less. */
export function clientOf(
  fetch: NonNullable<OutreachClientOptions['fetch']>,
  options: Partial<OutreachClientOptions> = {},
): OutreachClient {
  const retry = { baseDelayMs: 1, maxDelayMs: 1, spreadMs: 0 };
  return createOutreachClient({
    baseUrl: 'http://outreach.invalid',
    token: canary,
    retry,
    ...options,
    fetch,
  });
}

/** What a call throws; a call that succeeds is a failure of the test. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (value) => Promise.reject(new Error(`did not throw, but brought ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  );
}

/** The error that a call throws, at once or later; a call that throws none is a failure of the test. */
export async function errorOf(call: () => unknown): Promise<Error> {
  const error = await thrownBy((async () => call())());
  if (error instanceof Error) return error;
  throw new Error('did not throw an error');
}
