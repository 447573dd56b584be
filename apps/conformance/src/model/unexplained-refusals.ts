/** Requests that were refused although nothing in the history of a run explains it. */
import { classOf } from '../records/answer-class.ts';
import { isRecord } from '../records/is-record.ts';
import type { OperationId } from '../records/operation.ts';
import { textFields } from '../records/profile-fields.ts';
import { isOrdinaryText } from '../texts/ordinary-text.ts';

/** A request of a run, and the status of its answer. */
export interface AskedRequest {
  /** When it was sent and when it was answered, in milliseconds on one clock. */
  readonly from: number;
  readonly to: number;
  readonly operation: OperationId | null;
  /** Whether it was sent with the key of the target file: a created key may have been replaced meanwhile. */
  readonly isMainKey: boolean;
  /** Whether it had no headers but those that every request of the suite has. */
  readonly isPlain: boolean;
  /** Relative to the base address, query included. */
  readonly path: string;
  readonly sent: unknown;
  /** Null if there was no answer. */
  readonly status: number | null;
}

/** How near other requests must be accepted, in milliseconds: then the key was, and nobody was locked out. */
const nearMs = 500;
/** What was just made, or changed with 202, may not have come to each server of a target yet. */
const settledMs = 3000;

const writes: ReadonlySet<OperationId> = new Set([
  'createApiKey',
  'testWebhook',
  'deleteWebhook',
  'updateSenderProfile',
  'deleteSenderProfile',
]);

/**
 * The requests for an operation that were refused, or on which the service failed, although the description says that
 * they succeed (Endpoints): with the key of the target file, which was accepted right before and after; in order, as
 * requests like it that were accepted show; and not because of another write at the same time.
 *
 * @param all - the requests of a run
 * @param named - the sender profiles that the target file names: they were there long before
 */
export function unexplainedRefusals<Request extends AskedRequest>(
  all: readonly Request[],
  operation: OperationId,
  named: readonly string[],
): readonly Request[] {
  const ours = all.filter(({ isMainKey, isPlain }) => isMainKey && isPlain);
  const accepted = ours.filter(isAccepted);
  const isNamed = ({ path }: AskedRequest): boolean =>
    named.some((uuid) => path.toLowerCase().endsWith(uuid.toLowerCase()));
  return ours.filter(
    (one) =>
      one.operation === operation &&
      isRefusal(one) &&
      !meetsWrites(one, all) &&
      !isUnsettled(one, all) &&
      isAcceptedNear(one, accepted) &&
      isInOrder[operation](one, ours, isNamed(one)),
  );
}

function isAccepted({ status }: AskedRequest): boolean {
  const { kind } = classOf(status === null ? null : { status });
  return kind === 'done' || kind === 'accepted';
}

function isRefusal({ status }: AskedRequest): boolean {
  const { kind, concerns } = classOf(status === null ? null : { status });
  return (kind === 'refused' && concerns !== 'the moment') || kind === 'failed';
}

/** A service may accept one write at a time; one that fails does not refuse. */
function meetsWrites(one: AskedRequest, all: readonly AskedRequest[]): boolean {
  const { operation, status } = one;
  if (operation === null || !writes.has(operation) || (status ?? 0) >= 500) return false;
  return all.some((other) => other !== one && isWrite(other) && other.from <= one.to && other.to >= one.from);
}

function isWrite({ operation }: AskedRequest): boolean {
  return operation !== null && writes.has(operation);
}

function isUnsettled({ from }: AskedRequest, all: readonly AskedRequest[]): boolean {
  return all.some(
    (other) => isWrite(other) && other.status === 202 && other.from <= from && other.to + settledMs >= from,
  );
}

function isAcceptedNear({ from, to }: AskedRequest, accepted: readonly AskedRequest[]): boolean {
  return (
    accepted.some((other) => other.to <= from && other.to >= from - nearMs) &&
    accepted.some((other) => other.from >= to && other.from <= to + nearMs)
  );
}

type OfOperation = (one: AskedRequest, ours: readonly AskedRequest[], isNamed: boolean) => boolean;

/** Whether a request is in order, as others with the same key show. */
const isInOrder: Readonly<Record<OperationId, OfOperation>> = {
  // A page past the end of a list that has become shorter may be refused.
  listWebhooks: (one, ours) =>
    one.sent === undefined &&
    !/[?&]offset=(?!0(?:&|$))/.test(one.path) &&
    ours.some((other) => isAccepted(other) && other.path === one.path),
  getSenderProfile: (one, ours, isNamed) => {
    const reads = acceptedFor(one, ours).filter(({ operation }) => operation === 'getSenderProfile');
    return (
      isKnown(one, reads, isNamed) && reads.some(({ from }) => from >= one.to) && !mayBeDeleted(one, ours)
    );
  },
  updateSenderProfile: (one, ours, isNamed) => {
    const isThere = isKnown(one, acceptedFor(one, ours), isNamed) && !isSeenGone(one, ours);
    return isThere && isOrdinaryUpdate(one.sent) && !mayBeDeleted(one, ours);
  },
  deleteSenderProfile: (one, ours, isNamed) => {
    const accepted = acceptedFor(one, ours);
    const isFirst = !ours.some((other) => other !== one && other.from <= one.from && deletes(other, one));
    return isFirst && isKnown(one, accepted, isNamed) && accepted.some(({ from }) => from >= one.to);
  },
  deleteWebhook: (one, ours) => {
    const others = ours.filter((other) => other !== one && deletes(other, one));
    const isFirst = !others.some(({ from, status }) => from <= one.from && !isNeverEffective(status));
    return one.status !== 404 && isFirst && others.some((other) => other.from >= one.to && isAccepted(other));
  },
  // There may be a limit of keys, and an earlier run may have used the name: neither if it is accepted later.
  createApiKey: (one, ours) => {
    const name = nameIn(one);
    const isAcceptedLater = ours.some(
      (other) =>
        other.operation === 'createApiKey' &&
        isAccepted(other) &&
        other.from >= one.to &&
        nameIn(other) === name,
    );
    return name !== null && isOrdinaryText(name) && isAcceptedLater;
  },
  // What a target answers to its call may be the service's own answer.
  testWebhook: () => false,
};

/** The requests for the same record, in the same spelling, that were accepted. */
function acceptedFor({ path }: AskedRequest, ours: readonly AskedRequest[]): readonly AskedRequest[] {
  return ours.filter((other) => other.path === path && isAccepted(other));
}

/** Whether the record was there: one that was just made may not have come to each server yet, which does not find it. */
function isKnown(
  { from, status }: AskedRequest,
  accepted: readonly AskedRequest[],
  isNamed: boolean,
): boolean {
  const forMs = isNamed || status !== 404 ? 0 : settledMs;
  return accepted.some(({ to }) => to + forMs <= from);
}

/** Whether it could not be read any more after a request: others may have deleted it. */
function isSeenGone(one: AskedRequest, ours: readonly AskedRequest[]): boolean {
  return ours.some(
    (other) =>
      other.operation === 'getSenderProfile' &&
      other.path === one.path &&
      other.to >= one.from &&
      isRefusal(other),
  );
}

function deletes({ operation, path }: AskedRequest, one: AskedRequest): boolean {
  const isDeletion = operation === 'deleteSenderProfile' || operation === 'deleteWebhook';
  return isDeletion && path.toLowerCase() === one.path.toLowerCase();
}

/** Whether the record may have been deleted before a request was answered. */
function mayBeDeleted(one: AskedRequest, ours: readonly AskedRequest[]): boolean {
  return ours.some((other) => deletes(other, one) && other.from <= one.to && !isNeverEffective(other.status));
}

function isNeverEffective(status: number | null): boolean {
  return classOf(status === null ? null : { status }).effect === 'never';
}

function isOrdinaryUpdate(sent: unknown): boolean {
  const fields = isRecord(sent) ? Object.entries(sent) : [];
  return (
    fields.length > 0 &&
    fields.every(
      ([field, text]) =>
        textFields.some((one) => one === field) && typeof text === 'string' && isOrdinaryText(text),
    )
  );
}

function nameIn({ sent }: AskedRequest): string | null {
  const name = isRecord(sent) ? sent['name'] : undefined;
  return typeof name === 'string' ? name : null;
}
