/** What became of drawn faults. */
import type { JobResult } from '../job.ts';
import { brokenBy, faultInWords } from './drawn-fault.ts';

/** `in doubt`: a rule that the fault breaks is undecided, and none is broken. `not reached`: it hardly showed. */
export type FaultFound = 'found' | 'in doubt' | 'passed' | 'not reached';

const kinds: readonly FaultFound[] = ['found', 'in doubt', 'passed', 'not reached'];
/** A fault that shows less often could be an accident. */
const leastShown = 4;

/** What became of a drawn fault; null if the job has none. */
export function faultFound({ job, verdicts, shown = 0 }: JobResult): FaultFound | null {
  if (job.drawnFault === undefined) return null;
  const breaks = brokenBy(job.drawnFault);
  const ofBroken = Object.keys(verdicts).filter((id) => breaks.some((begin) => id.startsWith(begin)));
  if (ofBroken.some((id) => verdicts[id] === 'fail')) return 'found';
  if (shown < leastShown) return 'not reached';
  return ofBroken.some((id) => verdicts[id] === 'inconclusive') ? 'in doubt' : 'passed';
}

/** How many were found, and those that were not, a line each. */
export function faultLines(results: readonly JobResult[]): readonly string[] {
  const groups = Map.groupBy(results, faultFound);
  const counts = kinds.map((kind) => `${groups.get(kind)?.length ?? 0} ${kind}`);
  const unfound = kinds.slice(1).flatMap((kind) =>
    (groups.get(kind) ?? []).map(({ job, shown = 0 }) => {
      const what = job.drawnFault === undefined ? '' : faultInWords(job.drawnFault);
      return `  ${kind}: ${job.name}, ${what} (shown ${shown} times)`;
    }),
  );
  return results.some(({ job }) => job.drawnFault !== undefined)
    ? [`drawn faults: ${counts.join(', ')}`, ...unfound]
    : [];
}
