import * as fc from 'fast-check';
import { judgeTarget } from './src/judge-target.ts';
import { rules } from './src/catalogue/rules.ts';
import { sandboxTarget } from './test/judge-sandbox.ts';
import { JudgedTraffic } from './test/judge-traffic.ts';
import { simulate } from './test/simulation/simulate.ts';
import { anyDialect, anyNumberOfWebhooks } from './test/proof/any-dialect.ts';
import { disturbances, disturbanceNames } from './test/simulation/disturbances.ts';
import { Chance } from './test/simulation/seeded-chance.ts';
import { twins } from '@outreach-api/sandbox';

async function one(seed: number, sandbox: object, name: keyof typeof disturbances) {
  const { before, ...distance } = { latencyMs: undefined, ...disturbances[name] };
  return simulate({ seed, sandbox, before: (s) => before(s, new Chance(seed)), ...(distance.latencyMs ? { latencyMs: distance.latencyMs } : {}) }, async ({ sandbox: box, network, url }) => {
    const traffic = new JudgedTraffic(url);
    await judgeTarget(sandboxTarget(box, url), { rules, seed, runs: null, path: null, observe: true, network, recorder: traffic });
    return traffic.run;
  });
}
const [mode, from, to] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const fails = (run: Awaited<ReturnType<typeof one>>) => run.results.filter((r) => r.verdict === 'fail');
if (mode === 'sound') {
  let count = 0;
  for (let seed = from; seed < to; seed += 1) {
    const [dialect, webhooks] = fc.sample(fc.tuple(anyDialect(), anyNumberOfWebhooks()), { seed, numRuns: 1 })[0]!;
    const name = disturbanceNames[seed % disturbanceNames.length]!;
    const run = await one(seed, { dialect, webhooks, seed }, name);
    count += 1;
    for (const r of fails(run)) console.log('FAIL', seed, name, r.rule.id, r.reason, r.breach?.expected, '|', r.breach?.actual, JSON.stringify(r.breach?.exchanges.map((e) => [e.request.method, e.request.url, e.request.body, e.answer?.status, e.answer?.text.slice(0, 300)])));
    for (const r of run.results) if (r.reason?.includes('may have been changed')) console.log('DOUBT', seed, name, r.rule.id, r.reason);
    if (seed === from) console.log(run.results.filter((r) => r.verdict !== 'skipped').map((r) => `${r.rule.id} ${r.verdict} ${r.reason ?? ''}`).join('\n'), run.recording);
  }
  console.log('worlds', count);
} else {
  for (const twin of twins.slice(from, to)) {
    const run = await one(1, { twin: twin.name }, 'none');
    console.log(twin.name, JSON.stringify(twin.breaks), fails(run).map((r) => r.rule.id).join(' ') || '-', run.results.filter((r) => r.reason?.includes('may have been changed')).map((r) => `(${r.rule.id})`).join(' '));
  }
}
