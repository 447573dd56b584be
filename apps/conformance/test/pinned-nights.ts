/** Judges one twin on two nights, and checks that the entries of the first match the breaches of the second. */
import { dialectFrom, type Dialect, type Twin } from '@outreach-api/sandbox';
import { rules } from '../src/catalogue/rules.ts';
import type { Rule } from '../src/session/suite.ts';
import { jsonReport } from '../src/report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { judgeSandbox } from './judge-sandbox.ts';

/** How the second night has what the first one lists. */
export interface PinnedNights {
  /** Rules that failed both nights. */
  readonly matched: readonly string[];
  /** Rules whose entry does not match, each with the states of the entry. */
  readonly missed: readonly string[];
  /** Rules that failed on one of the two nights. */
  readonly once: readonly string[];
}

/** What the twin needs for its defect to show. */
function dialectOf({ needs, under }: Twin): Dialect {
  return dialectFrom({
    ...(needs.includes('flood')
      ? { rateLimitWindow: 'bucket', rateLimitScope: 'all', rateLimitOfOthers: 'same' }
      : {}),
    ...(needs.includes('createApiKeys') ? { keyNames: 'any', keyQuota: 'none', keyRotation: 'kept' } : {}),
    ...under,
  });
}

async function night(
  twin: Twin,
  judged: readonly Rule[],
  seed: number,
  pinned: JsonReport | null,
): Promise<JsonReport> {
  const floods = twin.needs.includes('flood');
  const run = await judgeSandbox({
    twin: twin.name,
    dialect: dialectOf(twin),
    rules: judged,
    seed,
    ...(floods ? { sandbox: { rateLimit: { requests: 3000, perMs: 300_000 } }, allow: { flood: 7000 } } : {}),
  });
  const knownDeviations = (pinned?.unlisted ?? []).map((entry) => ({ ...entry, until: '2999-12-31' }));
  return jsonReport(run, 'outreach-conformance server', { knownDeviations });
}

function failedIn({ rules: reported }: JsonReport): readonly string[] {
  return reported.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
}

/**
 * Judges the rules that a twin may break on two nights with different seeds; all rules if the breach shows only in what
 * other rules do, as does a limit that never lifts for an operation.
 */
export async function pinnedNights(twin: Twin): Promise<PinnedNights> {
  const own: readonly string[] = [twin.breaks, ...twin.also];
  let judged: readonly Rule[] = rules.filter(({ id }) => own.includes(id));
  let first = await night(twin, judged, 1, null);
  if (!failedIn(first).includes(twin.breaks)) {
    judged = rules;
    first = await night(twin, judged, 1, null);
  }
  const second = await night(twin, judged, 2, first);
  const [before, after] = [failedIn(first), failedIn(second)];
  const states = new Map(second.deviations.map(({ rule, state }) => [rule, state]));
  const both = before.filter((id) => after.includes(id));
  return {
    matched: both.filter((id) => states.get(id) === 'broken'),
    missed: both.filter((id) => states.get(id) !== 'broken').map((id) => `${id} ${states.get(id)}`),
    once: [...before, ...after].filter((id) => before.includes(id) !== after.includes(id)),
  };
}
