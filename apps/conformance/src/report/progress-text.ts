/** How far a run is, in a line for people. */
import type { Progress } from '@outreach-api/engine';
import { approximateTime } from '@outreach-api/report/approximate-time';

/** What is known about a run besides its progress. */
export interface Pace {
  /** How many requests the run will send if it finds no breach. */
  readonly estimated: number;
  /** Milliseconds since the run began. */
  readonly elapsedMs: number;
  /** When the progress was reported. */
  readonly printedAt: Date;
}

/** What is done in each phase. */
const doing: Readonly<Record<string, string>> = {
  start: 'reaching the target',
  preparing: 'preparing',
  look: 'looking',
  refusal: 'trying refusals',
  change: 'changing',
  'refused deletion': 'trying deletions',
  delete: 'deleting',
  late: 'looking again',
  flood: 'flooding',
  observations: 'observing',
  restoring: 'restoring',
};

/** With fewer requests, their pace says nothing about the rest. */
const fewRequests = 20;

/** How far a run is, in a line for people. It contains only numbers and words of our own. */
export function progressText(progress: Progress, pace: Pace): string {
  const { phase, decided, rules, requests, waitingMs } = progress;
  return [
    doing[phase] ?? 'running',
    ...(rules === 0 ? [] : [`${decided} of ${rules} rules`]),
    requestsText(requests, pace.estimated),
    ...(waitingMs === null ? [] : [`limited until ${clock(pace.printedAt.getTime() + waitingMs)}`]),
    ...leftText(progress, pace),
  ].join(' · ');
}

function requestsText(requests: number, estimated: number): string {
  return requests < estimated ? `${requests} of ~${estimated} requests` : `${requests} requests`;
}

/** After more requests than predicted, it is unknown how many are left. */
function leftText({ phase, requests }: Progress, { estimated, elapsedMs }: Pace): readonly string[] {
  if (requests < fewRequests || requests >= estimated || phase === 'restoring') return [];
  const leftMs = (elapsedMs / requests) * (estimated - requests);
  return [`${approximateTime(leftMs / 1000)} left`];
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
