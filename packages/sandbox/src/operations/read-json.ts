/** Reads the JSON body of a request (Endpoints: request and response bodies are JSON). */
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** The value of the body, or why it cannot be read. */
export function readJson(call: Call, contentTypeCheck: Dialect['contentTypeCheck']): Outcome<unknown> {
  const type = call.headers.get('content-type')?.toLowerCase() ?? '';
  if (contentTypeCheck === 'refused' && !type.startsWith('application/json')) {
    return refused('content-type', 'the body must be sent as application/json');
  }
  try {
    const value: unknown = JSON.parse(call.body);
    return accepted(value);
  } catch {
    return refused('invalid-body', 'the body is not JSON');
  }
}
