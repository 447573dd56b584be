/** The entries that the known deviations lack for a run not to be red. */
import type { Verdict } from '@outreach-api/engine';
import type { JudgedDeviation, KnownDeviation } from './known-deviation.ts';

/** A rule of a run, as far as its entry depends on it. */
interface RuleToList {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly breach: { readonly actual: string; readonly identity?: string } | null;
}

/** The results of a run, as far as entries depend on them. */
export interface ToList {
  readonly rules: readonly RuleToList[];
  readonly deviations: readonly JudgedDeviation[];
  /** Whether rules that could not be decided are to be listed, too. */
  readonly undecidedToo: boolean;
  readonly now: Date;
}

/** How long an entry accepts what it lists: a breach should be fixed, an undecidable rule may stay so. */
const daysGiven = { breach: 30, undecided: 180 } as const;
const longestReason = 160;
const dayMs = 86_400_000;

/** For each breach that is not listed, and if requested for each undecided rule, the entry that would list it. */
export function unlistedOf({ rules, deviations, undecidedToo, now }: ToList): readonly KnownDeviation[] {
  return rules
    .filter(({ id, verdict }) => {
      const own = deviations.filter(({ rule }) => rule === id);
      if (verdict === 'fail') return own.every(({ state }) => state === 'otherwise' || state === 'decided');
      return undecidedToo && verdict === 'inconclusive' && own.every((entry) => entry.verdict === undefined);
    })
    .map((rule) => entryFor(rule, now));
}

/** Whether an entry lists an undecidable rule, not a breach. */
export function isOfUndecided({ verdict }: KnownDeviation): boolean {
  return verdict === 'inconclusive';
}

function entryFor({ id, verdict, breach, reason }: RuleToList, now: Date): KnownDeviation {
  const why = cut((breach?.actual ?? reason ?? '').replaceAll(/\s+/g, ' ').trim());
  const days = breach === null ? daysGiven.undecided : daysGiven.breach;
  return {
    rule: id,
    ...(verdict === 'inconclusive' ? { verdict } : {}),
    ...(breach?.identity === undefined ? {} : { breach: breach.identity }),
    reason: why === '' ? 'say why it is accepted' : why,
    owner: 'name who will fix it',
    until: new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10),
  };
}

function cut(text: string): string {
  return text.length <= longestReason ? text : `${text.slice(0, longestReason - 1).trimEnd()}…`;
}
