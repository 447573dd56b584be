/**
 * Judges every twin on two nights with different seeds: each entry for the known deviations that the first night prints
 * must match the breach of the second. `--part N/M` judges one in M twins.
 */
import { parseArgs } from 'node:util';
import { twins } from '@outreach-api/sandbox';
import { pinnedNights } from '../pinned-nights.ts';

const { values } = parseArgs({ options: { part: { type: 'string', default: '1/1' } } });
const [part = 1, of = 1] = values.part.split('/').map(Number);
const chosen = twins.filter((_, index) => index % of === part - 1);
const rules = new Set<string>();
let matched = 0;
let missed = 0;
for (const twin of chosen) {
  const nights = await pinnedNights(twin);
  matched += nights.matched.length;
  missed += nights.missed.length;
  for (const id of nights.matched) rules.add(id);
  if (nights.missed.length > 0) process.stdout.write(`${twin.name}: ${nights.missed.join(', ')}\n`);
  if (nights.once.length > 0)
    process.stdout.write(`${twin.name}: failed on one night only: ${nights.once.join(', ')}\n`);
}
process.stdout.write(
  `${chosen.length} twins: ${matched} entries of ${rules.size} rules match, ${missed} do not\n`,
);
process.exitCode = missed === 0 ? 0 : 1;
