/** Measures what a whole run requests, in simulation: for how many seeds, in which phases, and for which experiments. */
import type { HistoryLine } from '../src/history/history-line.ts';
import { judgeSandbox } from '../test/judge-sandbox.ts';
import type { Figure } from './figure.ts';

const seeds = [1, 2, 3];
const mostRequests = 900;
/** Of the experiments, those that request most are listed. */
const listed = 12;

/** For the whole run, for its phases, and for the experiments that request most. */
export async function requestsFigures(): Promise<readonly Figure[]> {
  const totals: number[] = [];
  const byPhase = new Map<string, number[]>();
  const byExperiment = new Map<string, number[]>();
  for (const seed of seeds) {
    const lines: HistoryLine[] = [];
    const { requests } = await judgeSandbox({ seed, history: (line) => lines.push(JSON.parse(line)) });
    totals.push(requests);
    add(byPhase, phasesIn(lines));
    add(byExperiment, experimentsIn(lines));
  }
  const on = `seeds ${seeds.join(', ')}, in simulation`;
  return [
    { name: 'requests of a whole run', measured: totals, unit: '', aim: mostRequests, on },
    ...partsOf(byPhase, 'in this phase'),
    ...partsOf(mostRequested(byExperiment), 'by this experiment'),
  ];
}

function partsOf(counts: ReadonlyMap<string, readonly number[]>, on: string): readonly Figure[] {
  return [...counts].map(([name, measured]) => ({ name: `  ${name}`, measured, unit: '', aim: null, on }));
}

/** Requests by phase. */
function phasesIn(lines: readonly HistoryLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let since = 0;
  for (const line of sentIn(lines)) {
    if (line.kind === 'exchange') since += 1;
    if (line.kind !== 'stage' || since === 0) continue;
    counts.set(line.ended, since);
    since = 0;
  }
  return counts;
}

/** Requests by experiment. */
function experimentsIn(lines: readonly HistoryLine[]): ReadonlyMap<string, number> {
  const runs = new Map(lines.flatMap((line) => (line.kind === 'run' ? [[line.run, line.experiment]] : [])));
  const counts = new Map<string, number>();
  for (const line of sentIn(lines)) {
    if (line.kind !== 'exchange') continue;
    const name = (line.run === null ? undefined : runs.get(line.run)) ?? 'none';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Without the exchanges that a run took over from another: those were not sent again. */
function sentIn(lines: readonly HistoryLine[]): readonly HistoryLine[] {
  const known = new Set<string>();
  return lines.filter((line) => {
    if (line.kind !== 'exchange') return true;
    const sent = JSON.stringify([line.at, line.ms, line.request]);
    const isNew = !known.has(sent);
    known.add(sent);
    return isNew;
  });
}

function add(to: Map<string, number[]>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) to.set(name, [...(to.get(name) ?? []), count]);
}

function mostRequested(
  counts: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<string, readonly number[]> {
  const most = [...counts].toSorted(([, one], [, other]) => Math.max(...other) - Math.max(...one));
  return new Map(most.slice(0, listed));
}
