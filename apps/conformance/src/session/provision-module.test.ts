import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { completeTarget } from '../target/target.ts';
import { ProvisionModule } from './provision-module.ts';

const webhook = { event: 'replied', request_method: 'POST', target_url: 'http://127.0.0.1:9' };

/** A module that makes one webhook at a time, and no more than this many. */
function moduleOf(most: number): ProvisionModule {
  let made = 0;
  let isBusy = false;
  const createWebhook = async (): Promise<string> => {
    if (isBusy) throw new Error('busy');
    if (made === most) throw new Error('that is all');
    isBusy = true;
    await wait(5);
    isBusy = false;
    made += 1;
    return `webhook ${made}`;
  };
  return new ProvisionModule(
    completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x', provision: () => ({ createWebhook }) }),
  );
}

async function make(module: ProvisionModule): Promise<string> {
  return module.make('createWebhook', async (by) => by.createWebhook?.(webhook));
}

it('a module that fails beside others is called again after them', async () => {
  const module = moduleOf(5);
  const made = await Promise.all([make(module), make(module), make(module)]);
  expect(made.toSorted()).toEqual(['webhook 1', 'webhook 2', 'webhook 3']);
  expect(await Promise.all([make(module), make(module)])).toEqual(['webhook 4', 'webhook 5']);
});

it('a module that fails alone has failed', async () => {
  const module = moduleOf(1);
  await make(module);
  await expect(make(module)).rejects.toThrow('that is all');
});
