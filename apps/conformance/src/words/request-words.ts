/** The request of an operation. */
import type { OperationId } from '@outreach-api/model/records/operation';
import { requestOf } from '../session/request-of.ts';

/** The method and path of an operation, as code. */
export function requestWords(operation: OperationId): string {
  return `\`${requestOf[operation]}\``;
}
