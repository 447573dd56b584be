/** What the target's 429 answers look like, if any were seen (Errors; Limits; RATE-90). */
import type { Session } from '../../session/session.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { listOfNames, statusAndType } from '../../observations/answer-text.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';

/** Headers about the connection and the body's length: a proxy may set them now and then. */
const passing = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

/** Questions about the rate limit (RATE-90). They send nothing. */
export const limitsObservations: readonly OpenQuestion[] = [
  about('the headers of an answer of 429', ({ headers }) =>
    listOfNames(Object.keys(headers).filter((name) => !passing.has(name))),
  ),
  about('the form of Retry-After', ({ headers }) => formOf(headers['retry-after'])),
  about('the body of an answer of 429', statusAndType),
];

function about(question: string, say: (answer: Answer) => string): OpenQuestion {
  return defineObservation({
    id: 'RATE-90',
    question,
    find: async (session) => saidOf(session, say),
  });
}

function saidOf({ state }: Session, say: (answer: Answer) => string): string | null {
  const met = state.transport.firstLimited;
  return met === null ? null : say(met);
}

function formOf(retryAfter: string | undefined): string {
  if (retryAfter === undefined) return 'not sent';
  if (/^\d+$/.test(retryAfter)) return 'whole seconds';
  return Number.isNaN(Date.parse(retryAfter)) ? 'neither seconds nor a date' : 'a date';
}
