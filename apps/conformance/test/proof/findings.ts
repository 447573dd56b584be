/** What is wrong with the suite, judging by the results of the jobs. */
import { twins, type Twin } from '@outreach-api/sandbox';
import type { JobResult } from './job.ts';

/** One piece of evidence against the suite. */
export interface Finding {
  readonly kind: 'false alarm' | 'survivor' | 'wrong blame' | 'fault';
  readonly job: string;
  readonly rule: string;
  readonly says: string;
}

const byName = new Map<string, Twin>(twins.map((twin) => [twin.name, twin]));

/** False alarms on conforming sandboxes, surviving twins, wrongly blamed rules, and faults. */
export function findingsOf({ job, verdicts, reasons, fault }: JobResult): readonly Finding[] {
  if (fault !== null) return [{ kind: 'fault', job: job.name, rule: '', says: fault }];
  // What a drawn fault breaks is known by its table alone; see `faultLines`.
  if (job.drawnFault !== undefined) return [];
  const failed = Object.keys(verdicts).filter((id) => verdicts[id] === 'fail');
  const twin = job.twin === null ? undefined : byName.get(job.twin);
  const finding = (kind: Finding['kind'], rule: string): Finding => ({
    kind,
    job: job.name,
    rule,
    says: reasons[rule] ?? '',
  });
  if (twin === undefined) return failed.map((id) => finding('false alarm', id));
  const expected: readonly string[] = [twin.breaks, ...twin.also];
  // What a small budget or a disturbance hides must not be reported as kept, and need not be detected.
  const mustFail = job.budget === 'plenty' && job.disturbance === 'none';
  // Few requests decide by the named breaches alone: the curve lists the twins that pass.
  const isMissed =
    job.maxRequests === null && (mustFail ? !failed.includes(twin.breaks) : verdicts[twin.breaks] === 'pass');
  const survivor = !isMissed
    ? []
    : [
        {
          ...finding('survivor', twin.breaks),
          says: `${verdicts[twin.breaks] ?? 'no verdict'}: ${reasons[twin.breaks] ?? 'every named breach would have been caught'}`,
        },
      ];
  return [
    ...survivor,
    ...failed.filter((id) => !expected.includes(id)).map((id) => finding('wrong blame', id)),
  ];
}
