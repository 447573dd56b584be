/** The interfaces of whatever is notified of every request to the target, repetitions included. They see credentials. */
import type { Answer, SentRequest } from './exchange.ts';
import type { Recorder } from './recorder.ts';
import type { Unanswered } from './unanswered.ts';

/** Is notified of every request and its outcome, once it is over. */
export type RequestListener = Pick<Recorder, 'add'>;

/** What came over the wire for one attempt. */
export type CameOver = { readonly kind: 'answered'; readonly answer: Answer } | Unanswered;

/** Is notified of every request when it is sent. */
export interface AttemptListener {
  /** @returns what is to be called once it is over */
  attempted(request: SentRequest): (over: CameOver) => void;
}
