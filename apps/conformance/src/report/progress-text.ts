/** How far a run is, in a line for people. */
import type { Progress } from '../engine/progress.ts';

/** What is known of a run beside its progress. */
export interface Pace {
  /** How many requests the run is going to send, should nothing be found. */
  readonly foretold: number;
  /** Milliseconds since the run began. */
  readonly elapsedMs: number;
  /** When the progress was told. */
  readonly toldAt: Date;
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
  flood: 'flooding',
  observations: 'observing',
  restoring: 'restoring',
};

/** Before so many requests their pace says nothing of the rest. */
const fewRequests = 20;

/** How far a run is, in a line for people. Only numbers and words of our own are in it. */
export function progressText(progress: Progress, pace: Pace): string {
  const { phase, decided, rules, requests, waitingMs } = progress;
  return [
    doing[phase] ?? 'running',
    ...(rules === 0 ? [] : [`${decided} of ${rules} rules`]),
    requestsText(requests, pace.foretold),
    ...(waitingMs === null ? [] : [`limited until ${clock(pace.toldAt.getTime() + waitingMs)}`]),
    ...leftText(progress, pace),
  ].join(' · ');
}

function requestsText(requests: number, foretold: number): string {
  return requests < foretold ? `${requests} of ~${foretold} requests` : `${requests} requests`;
}

/** Where more was sent than foretold, nobody knows how much is left. */
function leftText({ phase, requests }: Progress, { foretold, elapsedMs }: Pace): readonly string[] {
  if (requests < fewRequests || requests >= foretold || phase === 'restoring') return [];
  const leftMs = (elapsedMs / requests) * (foretold - requests);
  const seconds = Math.max(1, Math.round(leftMs / 1000));
  return [seconds < 90 ? `~${seconds} s left` : `~${Math.round(seconds / 60)} min left`];
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
