/** The results of runs on services, as a human-readable table. */
import { rulesWith } from './findings.ts';
import type { Judged } from './judge-service.ts';

/** Lines with the counts of each honest run, and for each defect the rules that found it. */
export function tableOf(all: readonly Judged[]): readonly string[] {
  return [...honestLines(all), ...undecidedLines(all), ...defectLines(all)];
}

const verdicts = ['pass', 'fail', 'inconclusive', 'skipped'] as const;

function honestLines(all: readonly Judged[]): readonly string[] {
  const honest = Map.groupBy(
    all.filter(({ defect }) => defect === null),
    ({ service, seed, gateway }) =>
      [service.name.padEnd(12), String(seed).padStart(4), gateway ? 'gateway' : 'plain  '].join('  '),
  );
  const head = `${'service'.padEnd(12)}  seed  world    pass  fail  inconclusive  skipped  requests`;
  const lines = [...honest].map(([cell, parts]) => {
    const counts = verdicts.map((verdict) =>
      parts.reduce((sum, judged) => sum + rulesWith(judged, verdict).length, 0),
    );
    const [pass = 0, fail = 0, inconclusive = 0, skipped = 0] = counts;
    const requests = parts.reduce((sum, { report }) => sum + (report?.requests ?? 0), 0);
    return [
      cell,
      String(pass).padStart(5),
      String(fail).padStart(4),
      String(inconclusive).padStart(12),
      String(skipped).padStart(7),
      String(requests).padStart(8),
    ].join('  ');
  });
  return lines.length === 0 ? [] : ['', head, ...lines];
}

/** What remained undecided or failed without a defect, by rule. */
function undecidedLines(all: readonly Judged[]): readonly string[] {
  const undecided = all
    .filter(({ defect }) => defect === null)
    .flatMap((judged) =>
      rulesWith(judged, 'inconclusive').map(({ id, reason }) => {
        const world = judged.gateway ? 'gateway' : 'plain  ';
        return {
          key: `${id.padEnd(8)}  ${world}  ${judged.service.name}`,
          why: reason ?? '',
          seed: judged.seed,
        };
      }),
    );
  const grouped = [...Map.groupBy(undecided, ({ key }) => key)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return [
    '',
    grouped.length === 0 ? 'Undecided without a defect: nothing' : 'Undecided without a defect:',
    ...grouped.map(
      ([key, seen]) => `  ${key}, seed ${seen.map(({ seed }) => seed).join(', ')}: ${seen[0]?.why ?? ''}`,
    ),
  ];
}

function defectLines(all: readonly Judged[]): readonly string[] {
  const lines = all.flatMap((judged) => {
    const { defect, service } = judged;
    if (defect === null) return [];
    const failed = rulesWith(judged, 'fail').map(({ id }) => id);
    const verdict = failed.includes(defect.rule) ? 'found' : 'MISSED';
    return [
      [
        service.name.padEnd(12),
        defect.name.padEnd(32),
        defect.rule.padEnd(8),
        verdict.padEnd(6),
        failed.filter((id) => id !== defect.rule).join(' '),
      ].join('  '),
    ];
  });
  const head = `${'service'.padEnd(12)}  ${'defect'.padEnd(32)}  breaks    found   other rules that fail`;
  return lines.length === 0 ? [] : ['', head, ...lines.map((line) => line.trimEnd())];
}
