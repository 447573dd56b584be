/** The result of a run, as a sentence for people. */
import { isAccepted } from './deviations/judge-deviations.ts';
import { isOfUndecided } from './deviations/unlisted.ts';
import type { JsonReport } from './json-report.ts';
import { judgedInWords } from './judged-in-words.ts';
import { changesInWords } from './left-to-restore.ts';
import { counted } from './plural.ts';

/** The result of a run. */
export interface VerdictInWords {
  /** The kind of result, for colours and signs. `partly`: no breach, but not all was decided. */
  readonly kind: 'broken' | 'undecided' | 'partly' | 'holds';
  /** A few words, e.g. `2 statements are broken`. */
  readonly headline: string;
  /** A few sentences. */
  readonly explanation: string;
}

/** States the result of a run, and never more than that: what was not decided is not called conforming. */
export function verdictInWords(report: JsonReport): VerdictInWords {
  const { counts, rules } = report;
  const rest = restInWords(report);
  const explanation = [
    `${counts.pass} of ${counted(rules.length, 'rule holds', 'rules hold')}.`,
    ...rest,
  ].join(' ');
  return { ...endOf(report, rest.length === 0), explanation };
}

function endOf(report: JsonReport, isWhole: boolean): Omit<VerdictInWords, 'explanation'> {
  const { counts, cutShort, deviations, restore, rules, stopped, verdict } = report;
  const undone = undoneInWords(report);
  if (undone !== null) return { kind: 'undecided', headline: undone };
  const broken = rules.filter((rule) => rule.verdict === 'fail' && !isAccepted(rule.id, deviations)).length;
  if (broken > 0)
    return { kind: 'broken', headline: counted(broken, 'statement is broken', 'statements are broken') };
  if (verdict === 'fail' && report.error == null)
    return { kind: 'broken', headline: 'The list of known deviations is out of date' };
  if (rules.some(({ fault }) => fault)) return { kind: 'undecided', headline: 'The suite itself failed' };
  if (stopped || cutShort != null) return { kind: 'undecided', headline: 'Stopped before the end' };
  if (restore != null)
    return { kind: 'undecided', headline: `${changesInWords(restore)} left on the target` };
  if (counts.pass + counts.fail === 0) return { kind: 'undecided', headline: 'Not one rule was decided' };
  if ((report.unlisted ?? []).some(isOfUndecided))
    return { kind: 'undecided', headline: 'Something is undecided and not listed as such' };
  if (counts.fail > 0) return { kind: 'partly', headline: 'Only known breaches' };
  if (!isWhole) return { kind: 'partly', headline: 'No breach was found' };
  return { kind: 'holds', headline: 'It conforms to the description' };
}

/** What to say about a run that was not done; null if it was done, whatever the result. */
function undoneInWords({ cutShort, cutShortBy, error, rules }: JsonReport): string | null {
  if (error == null) return null;
  if (error === cutShort)
    return cutShortBy === 'machine'
      ? 'This machine could no longer send requests'
      : 'The target stopped answering as before';
  return rules.length === 0 ? 'The run could not be done' : null;
}

/** A sentence for everything that does not simply hold. */
function restInWords({
  counts,
  cutShort,
  deviations,
  error,
  recording,
  rules,
  target,
  unlisted = [],
}: JsonReport): readonly string[] {
  const undecided = unlisted.filter(isOfUndecided);
  const known = deviations.filter(({ state }) => state === 'broken').length;
  const red = deviations.filter((entry) => entry.red).length;
  return [
    ...(error == null || rules.length > 0 ? [] : [`${error}.`]),
    ...(cutShort == null ? [] : [`Stopped: ${cutShort}.`]),
    ...(known === 0
      ? []
      : [`${counted(known, 'breach is known and accepted', 'breaches are known and accepted')}.`]),
    ...(red === 0 ? [] : [`${counted(red, 'known deviation needs', 'known deviations need')} attention.`]),
    ...(counts.inconclusive + counts.skipped === 0
      ? []
      : [
          `${judgedInWords(rules, { isCut: cutShort != null, isRecording: recording !== undefined, isClient: target.client !== undefined })}.`,
        ]),
    ...(undecided.length === 0
      ? []
      : [`${counted(undecided.length, 'rule')} must be decided or listed among the known deviations.`]),
  ];
}
