/** Uses of created keys, as they are judged (Authentication; Create an API key). */
import { isSuccess } from '../../records/answer-class.ts';
import type { Answer } from '../../records/exchange.ts';
import type { OperationId } from '../../records/operation.ts';

/** One operation called with a created key, after the same request with the main key was accepted. */
export interface KeyUse {
  readonly operation: OperationId;
  /** The first part of the path. */
  readonly service: 'id' | 'integrations' | 'flows';
  readonly reads: boolean;
  /** Whether it is a key other than the session's first. */
  readonly isAnother: boolean;
  /** Set if another account had created a key by then. */
  readonly isAfterAnother?: true;
  /** A description of the key. */
  readonly key: string;
  readonly accepted: boolean;
  readonly status: number;
}

/** The operations that were tried with created keys, in order. */
export interface KeyUsesSeen {
  readonly uses: readonly KeyUse[];
  /** Set if a key of an empty name was used, or refused when it was to be created. */
  readonly emptyNameWasTried?: boolean;
}

/**
 * A use of the list, as it is judged.
 *
 * @param another - which key it is; not set for the first
 */
export function asListUse(status: number, another?: string): KeyUse {
  const listUse = used('listWebhooks', { ok: isSuccess(status), status });
  return another === undefined ? listUse : { ...listUse, isAnother: true, key: another };
}

/** A use of a created key, as it is judged. */
export function used(operation: OperationId, { ok, status }: Pick<Answer, 'ok' | 'status'>): KeyUse {
  const reads = operation === 'listWebhooks' || operation === 'getSenderProfile';
  const service =
    operation === 'createApiKey' ? 'id' : operation.endsWith('SenderProfile') ? 'flows' : 'integrations';
  return { operation, service, reads, isAnother: false, key: 'a key just made', accepted: ok, status };
}
