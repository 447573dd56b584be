/** Shows that what failed beside the target is named in every report, and the target is not blamed for it. */
import { expect, it } from 'vitest';
import type { JsonReport } from '@outreach-api/report/json-report';
import { serveCommands, type ServedPlace } from '../served-command.ts';
import { simulateCommands, type CommandPlace } from '../simulated-command.ts';
import type { Simulation } from '../simulation/simulate.ts';

const provision = `export default () => ({
  createWebhook: async () => { throw new Error('no disk'); },
  createSenderProfile: async () => { throw new Error('no disk'); },
});`;

/** Blames the target, or what it holds. */
const blame = /target’s data|target (?:stopped|no longer) answer|cannot be reached|was not answered/;

/** A run with everything allowed, and what it says in each form. */
async function said(
  { run, read, write, url }: CommandPlace | ServedPlace,
  target: object,
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly json: JsonReport; readonly texts: readonly string[] }> {
  const allow = { createApiKeys: 10, deliveries: 50, updates: true, deletes: true };
  await write('target.json', { baseUrl: url, token: '${OUTREACH_TOKEN}', allow, ...target });
  const outputs = ['--json', 'r.json', '--html', 'r.html', '--junit', 'r.xml'];
  const { code, stdout, stderr } = await run([
    'server',
    '--config',
    'target.json',
    '--seed',
    '1',
    ...outputs,
    ...args,
  ]);
  const texts = [`${stdout}${stderr}`, await read('r.html'), await read('r.xml')].map((text) =>
    text.replaceAll(/\s+/g, ' '),
  );
  return { code, json: JSON.parse(await read('r.json')), texts };
}

/** A machine that has no file descriptor left for these requests. */
function without(isAffected: (request: Request, count: number) => boolean): Simulation {
  let count = 0;
  return {
    seed: 1,
    before: (sandbox) => async (request, env) => {
      count += 1;
      if (isAffected(request, count))
        throw Object.assign(new Error('connect EMFILE 192.0.2.1:443'), { code: 'EMFILE' });
      return sandbox.fetch(request, env);
    },
  };
}

const machine = 'this process has no file descriptor left (EMFILE)';

it('a provision module that throws is named', async () => {
  await serveCommands(async (place) => {
    await place.write('provision.mjs', provision);
    const { code, json, texts } = await said(place, { provision: './provision.mjs' }, ['--rule', 'HOOK']);
    expect(code).toBe(0);
    expect(json.rules.map(({ blockedBy = [] }) => blockedBy)).toContainEqual(['provision']);
    const [terminal, page, junit] = texts;
    for (const text of [terminal, page])
      expect(text).toContain('could not be decided because the provision module failed');
    for (const text of [terminal, page, junit])
      expect(text).toContain('createWebhook of the provision module failed: no disk');
    for (const text of texts) expect(text).not.toMatch(blame);
  });
});

it.each<readonly [string, Simulation, object, string, JsonReport['cutShortBy'] | null, number]>([
  [
    'a machine that cannot send some requests',
    without(({ url }) => url.endsWith('/create-api-key')),
    {},
    `POST /id/api/jwt-tokens/create-api-key could not be sent: ${machine}`,
    null,
    0,
  ],
  [
    'a machine that can send nothing more',
    without((_, count) => count > 100),
    { requests: { patienceMs: 3000 } },
    `no more requests can be sent: ${machine}`,
    'machine',
    2,
  ],
])('%s is named', async (_, simulation, target, reason, cutShortBy, exit) => {
  await simulateCommands(simulation, async (place) => {
    const { code, json, texts } = await said(place, target);
    const [terminal, page, junit] = texts;
    expect(code).toBe(exit);
    expect(json.cutShortBy ?? null).toBe(cutShortBy);
    expect(json.rules.map(({ blockedBy = [] }) => blockedBy)).toContainEqual(['machine']);
    for (const text of [terminal, page])
      expect(text).toContain('could not be decided because this machine failed');
    for (const text of [terminal, page?.replaceAll(/<\/?code>/g, ''), junit]) expect(text).toContain(reason);
    for (const text of texts) expect(text).not.toMatch(blame);
  });
});

it('a machine that can send nothing at all is named', async () => {
  await simulateCommands(
    without(() => true),
    async (place) => {
      const { code, texts } = await said(place, {});
      expect(code).toBe(2);
      for (const text of texts) {
        expect(text).toContain(`was not asked: ${machine}; raise the limit`);
        expect(text).not.toMatch(blame);
      }
    },
  );
});
