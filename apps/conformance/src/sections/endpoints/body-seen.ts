/** What is seen of the body of an answer (Endpoints). */
import type { OperationId } from '@outreach-api/model/records/operation';

/** Whether the body of an accepted request is JSON. */
export interface BodySeen {
  readonly operation: OperationId;
  readonly isJson: boolean;
  /** Whether it is the record that the description shows: anything else may be JSON by chance. */
  readonly isRecord: boolean;
  /** Where it stops being JSON and what is wrong there, without any credential; empty if it is JSON. */
  readonly fault: string;
  /** How many answers were affected, and the request of the first; set if they were requested elsewhere. */
  readonly elsewhere?: { readonly answers: number; readonly request: string };
}
