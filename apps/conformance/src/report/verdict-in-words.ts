/** What came out of a run, as a sentence for people. */
import type { JsonReport } from './json-report.ts';

/** What came out of a run. */
export interface VerdictInWords {
  /** What kind of end it is, for colours and signs. */
  readonly kind: 'broken' | 'undecided' | 'holds';
  /** A few words, e.g. `The description is broken`. */
  readonly headline: string;
  /** One or two sentences. */
  readonly explanation: string;
}

/** Says what came out of a run, and never more than that: what was not decided is not called conforming. */
export function verdictInWords(report: JsonReport): VerdictInWords {
  const { pass, fail, inconclusive, skipped } = report.counts;
  const all = pass + fail + inconclusive + skipped;
  const open = undecidedInWords(inconclusive, skipped);
  if (fail > 0)
    return {
      kind: 'broken',
      headline: `${number(fail, 'statement is', 'statements are')} broken`,
      explanation: [`${pass} of ${number(all, 'rule holds', 'rules hold')}.`, ...open].join(' '),
    };
  if (report.rules.some(({ fault }) => fault))
    return { kind: 'undecided', headline: 'The suite itself failed', explanation: open.join(' ') };
  if (report.stopped)
    return {
      kind: 'undecided',
      headline: 'Stopped before the end',
      explanation: [`No breach was seen until then; ${pass} of ${all} rules hold.`, ...open].join(' '),
    };
  if (pass === 0)
    return { kind: 'undecided', headline: 'Not one rule was decided', explanation: open.join(' ') };
  if (open.length > 0)
    return {
      kind: 'holds',
      headline: 'No breach was found',
      explanation: [`${pass} of ${number(all, 'rule holds', 'rules hold')}.`, ...open].join(' '),
    };
  return {
    kind: 'holds',
    headline: 'The description is kept',
    explanation: `${all === 1 ? 'The one rule' : `All ${all} rules`} that ${all === 1 ? 'was' : 'were'} run ${all === 1 ? 'holds' : 'hold'}.`,
  };
}

function undecidedInWords(inconclusive: number, skipped: number): readonly string[] {
  return [
    ...(inconclusive === 0 ? [] : [`${inconclusive} could not be told on this target's data.`]),
    ...(skipped === 0
      ? []
      : [
          `${skipped} ${skipped === 1 ? 'was' : 'were'} not tried: the owner did not allow or provide what ${skipped === 1 ? 'it needs' : 'they need'}.`,
        ]),
  ];
}

function number(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
