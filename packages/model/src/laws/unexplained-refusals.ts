/** Requests that were refused although nothing in the history of a run explains it. */
import { isAccepted, type AnswerClass } from '../records/answer-class.ts';
import { isRecord } from '../records/is-record.ts';
import { isWrite, type OperationId } from '../records/operation.ts';
import { isOrdinaryUpdate } from '../records/profile-fields.ts';
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
  readonly came: AnswerClass;
  /** Null if there was no answer. */
  readonly status: number | null;
}

/** A change that was answered 202 shows by then, in milliseconds: what takes longer is not believed to be accepted. */
const acceptedMs = 3000;
/** How near other requests must be accepted, in milliseconds: then the key was, and nobody was locked out. */
const nearMs = 500;

/**
 * The requests for an operation that were refused, or on which the service failed, although the description says that
 * they succeed (Endpoints): with the key of the target file, which was accepted right before and after; in order, as
 * requests like it that were accepted show; not because of another write at the same time; and not each of them right
 * after a change that another caller was refused. Those between which none for the operation was accepted are one: a part
 * of the service may be down for a while.
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
  const accepted = ours.filter(({ came }) => isAccepted(came));
  const isNamed = ({ path }: AskedRequest): boolean =>
    named.some((uuid) => path.toLowerCase().endsWith(uuid.toLowerCase()));
  const refused = ours.filter(
    (one) =>
      one.operation === operation &&
      isRefusal(one) &&
      !meetsWrites(one, all) &&
      !isUnsettled(one, all) &&
      isBetween(one, accepted) &&
      isInOrder[operation](one, ours, isNamed(one)),
  );
  if (refused.every((one) => followsARefusedChange(one, all))) return [];
  const others = accepted.filter((one) => one.operation === operation);
  return refused
    .toSorted((one, other) => one.from - other.from)
    .filter((one, at, inTurn) => {
      const before = inTurn[at - 1];
      return before === undefined || others.some(({ from, to }) => from >= before.from && to <= one.to);
    });
}

function isRefusal({ came: { kind, concerns } }: AskedRequest): boolean {
  return (kind === 'refused' && concerns !== 'the moment') || kind === 'failed';
}

/** Whether a success ended right before a request, and another began right after it. */
function isBetween({ from, to }: AskedRequest, accepted: readonly AskedRequest[]): boolean {
  return (
    accepted.some((one) => one.to <= from && one.to >= from - nearMs) &&
    accepted.some((one) => one.from >= to && one.from <= to + nearMs)
  );
}

/** A service may accept one write at a time; one that fails does not refuse. */
function meetsWrites(one: AskedRequest, all: readonly AskedRequest[]): boolean {
  if (!isWrite(one.operation) || one.came.kind === 'failed') return false;
  return all.some(
    (other) => other !== one && isWrite(other.operation) && other.from <= one.to && other.to >= one.from,
  );
}

function isUnsettled({ from }: AskedRequest, all: readonly AskedRequest[]): boolean {
  return all.some(
    ({ operation, came, ...other }) =>
      isWrite(operation) && came.kind === 'accepted' && other.from <= from && other.to + acceptedMs >= from,
  );
}

/** Whether a change with another credential was refused right before: a gateway may then refuse others for a moment. */
function followsARefusedChange({ from }: AskedRequest, all: readonly AskedRequest[]): boolean {
  return all.some(
    ({ operation, to, isMainKey, came }) =>
      isWrite(operation) && !isMainKey && came.kind === 'refused' && to <= from && to >= from - nearMs,
  );
}

type OfOperation = (one: AskedRequest, ours: readonly AskedRequest[], isNamed: boolean) => boolean;

/** Whether a request is in order, as others with the same key show. */
const isInOrder: Readonly<Record<OperationId, OfOperation>> = {
  // A page past the end of a list that has become shorter may be refused; larger limits may be, by one server of several.
  listWebhooks: (one, ours) =>
    one.sent === undefined &&
    !/[?&](?:offset=(?!0(?:&|$))|limit=(?!(?:1?\d|20)(?:&|$)))/.test(one.path) &&
    ours.some((other) => isAccepted(other.came) && other.path === one.path),
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
    const isFirst = !others.some(({ from, came }) => from <= one.from && came.effect !== 'never');
    return (
      one.status !== 404 && isFirst && others.some((other) => other.from >= one.to && isAccepted(other.came))
    );
  },
  // There may be a limit of keys, and an earlier run may have used the name: neither if it is accepted later.
  createApiKey: (one, ours) => {
    const name = nameIn(one);
    const isAcceptedLater = ours.some(
      (other) =>
        other.operation === 'createApiKey' &&
        isAccepted(other.came) &&
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
  return ours.filter((other) => other.path === path && isAccepted(other.came));
}

/** Whether the record was there: one that was just made may not have come to each server yet, which does not find it. */
function isKnown(
  { from, status }: AskedRequest,
  accepted: readonly AskedRequest[],
  isNamed: boolean,
): boolean {
  const forMs = isNamed || status !== 404 ? 0 : acceptedMs;
  return accepted.some(({ to }) => to + forMs <= from);
}

/** Whether it could not be read after a request, or when it was last read before: others may have deleted it. */
function isSeenGone(one: AskedRequest, ours: readonly AskedRequest[]): boolean {
  const reads = ours.filter(({ operation, path }) => operation === 'getSenderProfile' && path === one.path);
  const last = reads.findLast(({ to }) => to < one.from);
  return [...(last === undefined ? [] : [last]), ...reads.filter(({ to }) => to >= one.from)].some(isRefusal);
}

function deletes({ operation, path }: AskedRequest, one: AskedRequest): boolean {
  const isDeletion = operation === 'deleteSenderProfile' || operation === 'deleteWebhook';
  return isDeletion && path.toLowerCase() === one.path.toLowerCase();
}

/** Whether the record may have been deleted before a request was answered. */
function mayBeDeleted(one: AskedRequest, ours: readonly AskedRequest[]): boolean {
  return ours.some((other) => deletes(other, one) && other.from <= one.to && other.came.effect !== 'never');
}

/** The name in a body that has nothing else: a field that the description does not name may be refused. */
function nameIn({ sent }: AskedRequest): string | null {
  const { name, ...further } = isRecord(sent) ? sent : {};
  return typeof name === 'string' && Object.keys(further).length === 0 ? name : null;
}
