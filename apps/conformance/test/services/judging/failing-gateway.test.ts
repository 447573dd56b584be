/** Shows that the gateway before services fails at the documented rate, and half of the time after the effect. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { closed, listening } from '../forwarding.ts';
import { startFailingGateway } from './failing-gateway.ts';

it('fails about 2 % of the requests, half of them after the effect, and none of its owner', async () => {
  const effects: string[] = [];
  const server = createServer((incoming, response) => {
    effects.push(incoming.url ?? '');
    response.end('done');
  });
  const gateway = await startFailingGateway(await listening(server), 1);
  const failed: string[] = [];
  const ask = async (path: string): Promise<void> => {
    const response = await fetch(`${gateway.url}${path}`, { method: 'POST', body: '{}' });
    if ((await response.text()) !== 'done') failed.push(path);
  };
  for (let number = 0; number < 1500; number += 1) await ask(`/${number}`);
  for (let number = 0; number < 200; number += 1) await ask(`/internal/${number}`);
  await gateway.close();
  await closed(server);
  const afterTheEffect = failed.filter((path) => effects.includes(path));
  expect(failed.length).toBeGreaterThan(15);
  expect(failed.length).toBeLessThan(60);
  expect(afterTheEffect.length).toBeGreaterThan(failed.length / 4);
  expect(afterTheEffect.length).toBeLessThan((failed.length * 3) / 4);
  expect(failed.filter((path) => path.startsWith('/internal/'))).toEqual([]);
});
