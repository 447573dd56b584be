/** Judges services in other languages, plain, behind a gateway and with planted defects (`pnpm test:services`). */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findingsOf } from './findings.ts';
import { judge, nameOf, type Judged, type Judging } from './judge-service.ts';
import { build } from './running-service.ts';
import { services, type Service } from './service.ts';
import { tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    service: { type: 'string', multiple: true },
    seed: { type: 'string', multiple: true, default: ['1', '2', '3', '4', '5'] },
    only: { type: 'string', multiple: true, default: ['plain', 'gateway', 'defects'] },
    defect: { type: 'string', multiple: true },
    'at-once': { type: 'string', default: '2' },
    out: { type: 'string', default: 'services-report' },
  },
});
const chosen = services.filter(({ name }) => values.service?.includes(name) ?? true);
const seeds = values.seed.map(Number);
// Running services end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const out = path.resolve(values.out);
mkdirSync(out, { recursive: true });

for (const service of chosen) {
  print(`building ${service.name}`);
  await build(service);
}
const jobs = chosen.flatMap((service) => [...honestJobs(service), ...defectJobs(service)]);
const all = await judgeAll(jobs, Number(values['at-once']));
const findings = all.flatMap(findingsOf);
for (const line of tableOf(all)) print(line);
print(findings.length === 0 ? '\nnothing is wrong' : `\n${findings.length} findings:`);
for (const finding of findings) print(`  ${finding}`);
process.exitCode = findings.length === 0 && all.length > 0 ? 0 : 1;

function honestJobs(service: Service): readonly Judging[] {
  const worlds = [false, true].filter((gateway) => values.only.includes(gateway ? 'gateway' : 'plain'));
  return worlds.flatMap((gateway) =>
    seeds.flatMap((seed) =>
      (['all but RATE', 'RATE'] as const).map((part) => ({ service, defect: null, seed, gateway, part })),
    ),
  );
}

function defectJobs(service: Service): readonly Judging[] {
  if (!values.only.includes('defects')) return [];
  return service.defects
    .filter(({ name }) => values.defect?.includes(name) ?? true)
    .map((defect) => ({
      service,
      defect,
      seed: 1,
      gateway: false,
      part: defect.rule.startsWith('RATE') ? 'RATE' : 'all but RATE',
    }));
}

/** Judges several at the same time; the results are in the order of the jobs. */
async function judgeAll(wanted: readonly Judging[], atOnce: number): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const next = wanted.entries();
  const work = async (): Promise<void> => {
    for (const [index, job] of next) {
      const one = await judge(job, out);
      judged[index] = one;
      const wrong = findingsOf(one);
      print(
        `${nameOf(job)}: ${wrong.length === 0 ? 'as it should be' : wrong.join('\n  ')} (${Math.round(one.report?.seconds ?? 0)} s)`,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return judged;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
