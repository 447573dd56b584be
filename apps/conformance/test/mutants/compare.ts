/** Compares what was recorded with a mutant and without it. */
import type { Openness, ScriptedAnswer } from './asker.ts';
import { callToATarget, type RecordedExchange } from './recording.ts';

/** The first place at which two recordings differ. */
export interface Difference {
  /** The request there. */
  readonly asked: string;
  readonly without: string;
  readonly withMutant: string;
}

/** The placeholder after the end of the shorter recording. */
const nothing = '(nothing)';

/** The first difference in all traffic; null if there is none. */
export function trafficDifference(
  without: readonly RecordedExchange[],
  withMutant: readonly RecordedExchange[],
): Difference | null {
  const length = Math.max(without.length, withMutant.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [without[at], withMutant[at]];
    if (one?.asked === other?.asked && one?.answered === other?.answered) continue;
    return {
      asked: one?.asked ?? nothing,
      without: one?.answered ?? nothing,
      withMutant:
        other === undefined
          ? nothing
          : one?.asked === other.asked
            ? other.answered
            : `(asked in its place: ${other.asked})`,
    };
  }
  return null;
}

/** The first difference in what the description covers; null if there is none. */
export function differenceInAnswers(
  without: readonly ScriptedAnswer[],
  withMutant: readonly ScriptedAnswer[],
): Difference | null {
  const renaming = new Renaming();
  const length = Math.max(without.length, withMutant.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [without[at], withMutant[at]];
    if (isChangeOfOne(one, other)) return null;
    if (one !== undefined && other !== undefined && isSame(one, other, renaming)) continue;
    const [part, otherPart] = [one?.part ?? nothing, other?.part ?? nothing];
    return {
      asked: one?.asked ?? nothing,
      without: fromWhereTheyDiffer(part, otherPart),
      withMutant: fromWhereTheyDiffer(otherPart, part),
    };
  }
  return null;
}

function fromWhereTheyDiffer(one: string, other: string): string {
  const at = Array.from({ length: one.length }).findIndex((_, index) => one[index] !== other[index]);
  return at < 80 ? one : `…${one.slice(at - 60)}`;
}

/**
 * Whether one service accepted a change that the other rate limited: how many requests are allowed is open, and so is
 * the rest.
 */
function isChangeOfOne(one: ScriptedAnswer | undefined, other: ScriptedAnswer | undefined): boolean {
  const isChange = / (?:PUT|POST|DELETE) /.test(one?.asked ?? '');
  return isChange && (one?.part === 'limited') !== (other?.part === 'limited');
}

const refusals: ReadonlySet<string> = new Set(['refused', 'refused with 422']);

/** When a rate limit applies is open, too. */
function isSame(one: ScriptedAnswer, other: ScriptedAnswer, renaming: Renaming): boolean {
  const parts = [one.part, other.part];
  const open: readonly Openness[] = [one.open, other.open];
  if (open.includes('the answer') || parts.includes('limited')) return true;
  if (open.includes('whether it is taken') && parts.some((part) => refusals.has(part))) return true;
  return renaming.takes(one.part, other.part);
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** The uuids of records are random: each corresponds to one of the other recording. */
class Renaming {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();

  /** Whether one text is the other with other uuids, consistently with earlier texts. */
  takes(one: string, other: string): boolean {
    if (one.replaceAll(uuids, '') !== other.replaceAll(uuids, '')) return false;
    const [names, others] = [one, other].map((text) =>
      (text.match(uuids) ?? []).map((uuid) => uuid.toLowerCase()),
    );
    return names?.every((name, at) => this.#joins(name, others?.[at] ?? '')) ?? true;
  }

  #joins(name: string, other: string): boolean {
    const known = this.#there.get(name) ?? other;
    const knownBack = this.#back.get(other) ?? name;
    this.#there.set(name, known);
    this.#back.set(other, knownBack);
    return known === other && knownBack === name;
  }
}

/** The ways in which answers with the same described parts differ. */
export function openDifferences(
  without: readonly RecordedExchange[],
  withMutant: readonly RecordedExchange[],
): readonly string[] {
  const ways = without.flatMap((one, at) => {
    const other = withMutant[at];
    if (other === undefined || one.answered === other.answered) return [];
    return one.asked === callToATarget ? [callToATarget] : wayOf(one.answered, other.answered);
  });
  return [...new Set(ways)].toSorted();
}

function wayOf(one: string, other: string): readonly string[] {
  const [statusOfOne, headersOfOne, bodyOfOne] = partsOf(one);
  const [statusOfOther, headersOfOther, bodyOfOther] = partsOf(other);
  const kind = statusOfOne.startsWith('2') ? 'an answer' : 'a refusal';
  return [
    ...(statusOfOne === statusOfOther ? [] : [`status of ${kind}`]),
    ...(headersOfOne === headersOfOther ? [] : [`headers of ${kind}`]),
    ...(bodyOfOne === bodyOfOther ? [] : [`undescribed part of ${kind}`]),
  ];
}

function partsOf(answered: string): readonly [status: string, headers: string, body: string] {
  const [head = '', ...rest] = answered.split('\n\n');
  const [status = '', ...headers] = head.split('\n');
  return [status, headers.filter((line) => !line.startsWith('content-length')).join('\n'), rest.join('\n\n')];
}
