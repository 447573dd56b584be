/** What the outcome of a request says about the target's health. */
import { expect, it } from 'vitest';
import type { Outcome } from '@outreach-api/wire/transport';
import { signOf } from './ask-control.ts';

function unanswered(code: string): Outcome {
  return { kind: 'unanswered', code, why: code, sent: { request: 1, at: new Date() } };
}

it.each(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])(
  'a connection that is cut (%s) says nothing where the limit is looked for, and else that the target is not well',
  (code) => {
    expect(signOf(unanswered(code), true, true).kind).toBe('neutral');
    expect(signOf(unanswered(code), true, false).kind).toBe('turned');
  },
);

it.each(['ECONNREFUSED', 'TIMEOUT'])(
  'a target that is not there (%s) is not well, also where the limit is looked for',
  (code) => {
    expect(signOf(unanswered(code), true, true).kind).toBe('turned');
  },
);
