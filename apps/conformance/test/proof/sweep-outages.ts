/**
 * Lets the target break from request N on, for every N of a run in steps, in six ways, and reports where a run passed,
 * failed a rule, or left something unreported. `--step N` (25), `--from N`, `--kind KIND`.
 */
import { parseArgs } from 'node:util';
import { faultsOfOutage, outageKinds, runBroken } from '../outage.ts';

const { values } = parseArgs({
  options: {
    step: { type: 'string', default: '25' },
    from: { type: 'string', default: '0' },
    kind: { type: 'string' },
  },
});
const step = Number(values.step);
const kinds = outageKinds.filter((kind) => values.kind === undefined || kind === values.kind);
const whole = await runBroken('500', null);
const { requests } = whole.run;
process.stdout.write(`a run of ${requests} requests, exit ${whole.exit.code}\n`);

// The first request finds out whether the target exists at all.
const places = Array.from(
  { length: Math.floor((requests - 1) / step) },
  (_, index) => (index + 1) * step,
).filter((place) => place >= Number(values.from));
const jobs = kinds.flatMap((kind) => places.map((from) => ({ kind, from })));
const codes = new Map<string, number>();
let done = 0;
let faulty = 0;

for (const { kind, from } of jobs) {
  const broken = await runBroken(kind, from);
  const isOver = !broken.isBroken;
  const faults = faultsOfOutage(broken);
  const came = isOver ? 'judged before' : `exit ${broken.exit.code}`;
  codes.set(`${kind}: ${came}`, (codes.get(`${kind}: ${came}`) ?? 0) + 1);
  done += 1;
  if (faults.length > 0 || (!isOver && broken.exit.code !== 2)) {
    faulty += 1;
    process.stdout.write(`${kind} from ${from}: ${came}; ${faults.join('; ')}\n`);
  }
  if (done % 50 === 0) process.stdout.write(`${done} runs\n`);
}

for (const [kind, count] of [...codes].toSorted(([one], [other]) => one.localeCompare(other)))
  process.stdout.write(`${kind}: ${count}\n`);
process.stdout.write(`${done} runs, ${faulty} with faults\n`);
if (faulty > 0) process.exitCode = 1;
