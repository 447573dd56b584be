/** Measures how many requests each experiment and question takes, and records the result for planning runs. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { runRules } from '../src/engine/run-rules.ts';
import { LiveSource } from '../src/history/live-source.ts';
import { observeTarget } from '../src/observations/observe-target.ts';
import { openQuestions } from '../src/catalogue/open-questions.ts';
import { sandboxTarget } from '../test/judge-sandbox.ts';
import { rules } from '../src/catalogue/rules.ts';
import { Session } from '../src/session/session.ts';

const seeds = [1, 2, 3];
const totals = new Map<string, { tries: number; requests: number }>();

for (const seed of seeds) {
  const sandbox = await createSandbox({ seed });
  const served = await serveSandbox(sandbox);
  const session = Session.open(sandboxTarget(sandbox, served.url), new AbortController().signal);
  await runRules(new LiveSource(session), rules, { seed, runs: null, path: null });
  const tell = await observeTarget(session, openQuestions);
  await tell();
  await session.restore();
  await session.close();
  await served.close();
  sandbox.close();
  for (const [name, { tries, requests }] of session.state.tally.counts) {
    const before = totals.get(name) ?? { tries: 0, requests: 0 };
    totals.set(name, { tries: before.tries + tries, requests: before.requests + requests });
  }
}

const lines = [...totals]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([name, { tries, requests }]) => `  ${JSON.stringify(name)}: ${Number((requests / tries).toFixed(1))},`,
  );
await writeFile(
  fileURLToPath(new URL('../src/commands/measured-requests.ts', import.meta.url)),
  `/** Requests that a try of each experiment and question took, measured on the sandbox (\`pnpm measure:requests\`). */
/** Requests per try, by the name of the experiment or the question. */
export const measuredRequests: Readonly<Record<string, number>> = {
${lines.join('\n')}
};
`,
);
