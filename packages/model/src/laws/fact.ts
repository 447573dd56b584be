/** What happened in a run, without any conclusion: each attempt at the wire, and each record that was made. */
import type { AnswerClass } from '../records/answer-class.ts';
import type { JsonObject } from '../records/is-record.ts';
import type { OperationId } from '../records/operation.ts';

/**
 * A moment of a run, in milliseconds on its clock. No two things happen at the same moment: moments also give the order
 * of what happens within a millisecond.
 */
export type Moment = number;

/** Whose request: a key of the account, created through the API or not; a key of another account; or a caller to be refused. */
export type Sender =
  | 'main key'
  | 'created key'
  | 'other account'
  | 'expired key'
  /** A key of which a part was changed. */
  | 'tampered key'
  | 'no key'
  /** Without `Authorization`. */
  | 'nobody';

/** One request as it went over the wire, repetitions included. */
export interface Attempt {
  readonly kind: 'attempt';
  readonly from: Moment;
  readonly to: Moment;
  readonly by: Sender;
  /** Null if it was none of the seven. */
  readonly operation: OperationId | null;
  /** Relative to the base address, query included. */
  readonly path: string;
  /** The JSON that was sent, or the text if it was not JSON; undefined if nothing was sent. */
  readonly sent: unknown;
  readonly came: AnswerClass;
  /** The body of a success as JSON; undefined if it is not kept. */
  readonly json: unknown;
  /** Whether the connection was closed instead of an answer. */
  readonly isCut: boolean;
}

/** A record that the owner's module made. */
export interface MadeRecord {
  readonly kind: 'made';
  readonly from: Moment;
  readonly to: Moment;
  readonly what: 'webhook' | 'sender profile';
  readonly uuid: string;
  /** What the module was asked for. */
  readonly asked: JsonObject;
}

/** Something that happened in a run. */
export type Fact = Attempt | MadeRecord;
