/** Writes each request as a line, as it ends. */
import type { RequestListener } from '@outreach-api/wire/request-listener';
import type { Output } from './summary.ts';

/**
 * Writes each request as a line, as it ends: method, path, status and milliseconds. It contains nothing that the target
 * said, and no credential.
 *
 * @param mask - removes credentials from a text
 * @param also - is notified of each request, too
 */
export function requestLog(
  output: Output,
  mask: (text: string) => string,
  also: RequestListener | null,
): RequestListener {
  return {
    add: (request, startedAt, milliseconds, came) => {
      also?.add(request, startedAt, milliseconds, came);
      const { pathname, search } = new URL(request.url);
      const status = typeof came === 'string' ? 'no answer' : String(came.status);
      const path = mask(`${pathname}${search}`);
      output.write(`${request.method.padEnd(6)} ${path} ${status} ${Math.round(milliseconds)} ms\n`);
    },
  };
}
