import { expect, it } from 'vitest';
import { brokenClients } from '../test/clients/broken-clients.ts';
import { judgeInProcess } from '../test/clients/in-process.ts';
import { policy, smallClient } from '../test/clients/small-client.ts';
import { readClientHistory } from './clients/history/read-client-history.ts';
import { clientRules } from './clients/rules/client-rules.ts';
import { judgeClientHistory } from './judge-client-history.ts';
import type { Run } from './run.ts';

/** A run, and the lines of its history. */
async function recorded(habits: Parameters<typeof smallClient>[0], declares: object = policy) {
  const lines: string[] = [];
  const run = await judgeInProcess(smallClient(habits), { backoff: declares }, clientRules, (line) => {
    lines.push(line);
  });
  return { run, lines };
}

/** All results of a run, except for how long its rules took. */
function said({ results, observations, retries, requests, client, seed, startedAt, seconds }: Run): unknown {
  const timeless = results.map((result) => ({ ...result, seconds: 0 }));
  return { timeless, observations, retries, requests, client, seed, startedAt, seconds };
}

const some = [
  'at once',
  'linearly',
  'the last record left out',
  'a retry without its body',
  'a new key that is cut',
];

it.for([
  ['one that keeps the description', {}, policy] as const,
  ...brokenClients
    .filter(({ name }) => some.includes(name))
    .map(({ name, habits, declares }) => [name, habits, declares ?? policy] as const),
])('says the same of the history of a client as the run did: %s', async ([, habits, declares]) => {
  const { run, lines } = await recorded(habits, declares);
  const again = await judgeClientHistory(await readClientHistory('client.jsonl', lines));
  expect(said(again)).toEqual(said(run));
  expect(lines.join('')).not.toMatch(/eyJ|Bearer [A-Za-z0-9]/);
});

it('leaves undecided what the run did not look at', async () => {
  const { lines } = await recorded({});
  const history = await readClientHistory('client.jsonl', lines);
  const scenarios = history.scenarios.filter(({ asked }) => asked.call !== 'apiKeys.create');
  const { results } = await judgeClientHistory({ ...history, scenarios });
  expect(results.find(({ rule }) => rule.id === 'CLI-08')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('did not look'),
  });
});

it('says what is wrong with a file', async () => {
  const { lines } = await recorded({});
  const [header = '', scenario = ''] = lines;
  const read = async (...texts: string[]) => readClientHistory('client.jsonl', texts);
  await expect(read(header, scenario)).rejects.toThrow('client.jsonl: it is cut');
  await expect(read(header, scenario.slice(0, 50))).rejects.toThrow('line 2 is damaged: it is not JSON');
  await expect(read(header, header)).rejects.toThrow('another history begins');
  await expect(read(header.replace('"format":1', '"format":7'))).rejects.toThrow('it has the form 7');
  await expect(read(header, scenario.replace('"asked"', '"task"'))).rejects.toThrow(
    'must have required property',
  );
});
