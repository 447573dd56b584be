/** What was done to, or asked about, a sender profile. */
import { isRecord, type JsonObject } from '../records/is-record.ts';
import type { StatementId } from '../generated/statements.ts';
import type { AnswerClass } from '../records/answer-class.ts';
import type { Attempt, Fact, Moment, Sender } from './fact.ts';

/** Who is not entitled, by the statement that says so. */
export type Unentitled = Extract<StatementId, 'AUTH-01' | 'AUTH-02' | 'AUTH-03' | 'AUTH-04' | 'TEAM-02'>;

/** A request about one sender profile. */
export interface ProfileEvent {
  readonly from: Moment;
  readonly to: Moment;
  /** `ours`: with a key of the account. */
  readonly by: 'ours' | Unentitled;
  /** With the key of the target file: a created key may have been replaced meanwhile. */
  readonly isMainKey: boolean;
  readonly act: 'read' | 'update' | 'delete';
  /** Without hyphens, in lower case. */
  readonly uuid: string;
  /** As it was written in the path. */
  readonly spelling: string;
  /** The body of an update; null if it is no JSON object. */
  readonly sent: JsonObject | null;
  readonly came: AnswerClass;
  /** The body of a success as JSON. */
  readonly json: unknown;
  /** Whether the connection was closed instead of an answer. */
  readonly isCut: boolean;
}

/** A time in which a request was under way. */
export type Span = Pick<Attempt, 'from' | 'to'>;

/** The facts of a run that concern sender profiles, in the order in which they began. */
export interface ProfileFacts {
  readonly events: readonly ProfileEvent[];
  /** When requests with the key of the target file were accepted, whatever they asked. */
  readonly successes: readonly Span[];
  /** The profiles that are known to exist: named by the target file, or made by the owner's module. */
  readonly known: ReadonlySet<string>;
}

const acts: ReadonlyMap<Attempt['operation'], ProfileEvent['act']> = new Map([
  ['getSenderProfile', 'read'],
  ['updateSenderProfile', 'update'],
  ['deleteSenderProfile', 'delete'],
]);

const senders: Readonly<Record<Sender, ProfileEvent['by']>> = {
  'main key': 'ours',
  'created key': 'ours',
  'other account': 'TEAM-02',
  'expired key': 'AUTH-04',
  'tampered key': 'AUTH-03',
  'no key': 'AUTH-02',
  nobody: 'AUTH-01',
};

/**
 * Reads the facts that concern sender profiles.
 *
 * @param named - the profiles that the target file names
 */
export function profileFactsIn(facts: readonly Fact[], named: readonly string[]): ProfileFacts {
  const attempts = facts.filter((fact) => fact.kind === 'attempt');
  const made = facts.flatMap((fact) =>
    fact.kind === 'made' && fact.what === 'sender profile' ? [fact.uuid] : [],
  );
  return {
    events: attempts.flatMap((attempt) => eventIn(attempt) ?? []),
    successes: attempts.filter(({ by, came }) => by === 'main key' && isAccepted(came)),
    known: new Set([...named, ...made].map(withoutHyphens)),
  };
}

function eventIn(attempt: Attempt): ProfileEvent | null {
  const { operation, path, by, sent, ...rest } = attempt;
  const act = acts.get(operation);
  const spelling = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const uuid = withoutHyphens(spelling);
  if (act === undefined || !/^[0-9a-f]{32}$/.test(uuid)) return null;
  return {
    ...rest,
    by: senders[by],
    isMainKey: by === 'main key',
    act,
    uuid,
    spelling,
    sent: isRecord(sent) ? sent : null,
  };
}

/** The form of a uuid that all its spellings share. */
export function withoutHyphens(uuid: string): string {
  return uuid.toLowerCase().replaceAll('-', '');
}

/** Whether an answer is a success. */
export function isAccepted({ kind }: AnswerClass): boolean {
  return kind === 'done' || kind === 'accepted';
}

/** Whether the service refused a request, or failed: what it would answer if the record were gone. */
export function isRefused({ kind }: AnswerClass): boolean {
  return kind === 'refused' || kind === 'redirected' || kind === 'failed';
}

/** The record of an answer that succeeded. */
export function recordIn({ json }: ProfileEvent): JsonObject | undefined {
  return isRecord(json) ? json : undefined;
}

/** Whether an answer shows the record of the profile that was named. */
export function showsItself(event: ProfileEvent): boolean {
  return withoutHyphens(String(recordIn(event)?.['uuid'])) === event.uuid;
}

/** Whether it read the profile with a key of the account, and was answered with its record. */
export function isLook(event: ProfileEvent): boolean {
  return event.by === 'ours' && event.act === 'read' && showsItself(event);
}
