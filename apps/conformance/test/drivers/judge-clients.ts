/** Judges real clients through their drivers, and writes a page of results (`pnpm clients`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drivers } from './driver.ts';
import { differencesOf, isUndecided, readExpectations } from './expectation.ts';
import { judge, type Judged } from './judging.ts';
import { resultsPage } from './results-page.ts';
import { tableOf } from './table.ts';

/** How often a client is judged at most while it is undecided; a failure is never judged again. */
const mostLooks = 3;

const { values } = parseArgs({
  options: {
    client: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'clients-report' },
  },
});
const unknown = values.client?.filter((name) => drivers.every((driver) => driver.name !== name)) ?? [];
if (unknown.length > 0)
  throw new TypeError(
    `no such client: ${unknown.join(', ')}; there are ${drivers.map(({ name }) => name).join(', ')}`,
  );
const chosen = drivers.filter(({ name }) => values.client?.includes(name) ?? true);
const out = path.resolve(values.out);
mkdirSync(out, { recursive: true });
const expected = readExpectations();

const all: Judged[] = [];
// One at a time: the load of others would show in the waits.
for (const driver of chosen) {
  let judged = await judge(driver, Number(values.seed), out);
  for (let look = 1; look < mostLooks && isUndecided(judged, expected); look += 1) {
    print(
      `${driver.name}: ${inShort(judged)}; once more, since the machine may have been too busy for a verdict`,
    );
    judged = await judge(driver, Number(values.seed), out);
  }
  all.push(judged);
  print(`${driver.name}: ${inShort(judged)}`);
}
const differences = all.flatMap((judged) => differencesOf(judged, expected));
writeFileSync(path.join(out, 'clients.html'), resultsPage(all, expected, differences));
writeFileSync(path.join(out, 'clients.md'), tableOf(all));
writeFileSync(path.join(out, 'clients.json'), `${JSON.stringify(all.map(asData), null, 2)}\n`);
print(`\n${tableOf(all)}`);
print(differences.length === 0 ? 'all as expected' : `${differences.length} not as expected:`);
for (const difference of differences) print(`  ${difference}`);
process.exitCode = differences.length === 0 ? 0 : 1;

function inShort({ report, fault, versions }: Judged): string {
  if (report === null) return `not judged: ${fault ?? ''}`;
  const { pass, fail, inconclusive, skipped } = report.counts;
  return `${pass} pass, ${fail} fail, ${inconclusive} inconclusive, ${skipped} skipped (${versions}; ${Math.round(report.seconds)} s)`;
}

function asData({ driver, versions, report, fault, waits }: Judged): object {
  const rules =
    report?.rules.map(({ id, verdict, reason, breach }) => ({ id, verdict, reason, breach })) ?? [];
  return { client: driver.name, versions, fault, rules, waits: waits?.gaps ?? [] };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
