/** Shows that what a defect changes by itself is not taken for the work of others, nor what others do for a defect. */
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/engine/rule.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { renewsAnother } from '../services/renews-another.ts';

const list = '/integrations/api/webhooks';

/** Each test that is taken also stores a webhook, at an address of its own. */
const storesAnother: Gateway = async (request, pass, sandbox) => {
  const isTest = request.method === 'POST' && request.url.endsWith(`${list}/test`);
  const answer = await pass(request);
  if (isTest && answer.ok)
    sandbox.createWebhook(0, { event: 'e', request_method: 'PUT', target_url: 'https://crm.example/tested' });
  return answer;
};

/** Others make webhooks after so many milliseconds each, over and over, whatever is asked of the service. */
function others(pausesMs: readonly number[]): { readonly gateway: Gateway; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const next = (sandbox: Sandbox, turn: number): void => {
    timer = setTimeout(
      () => {
        sandbox.createWebhook(0, {
          event: 'e',
          request_method: 'PUT',
          target_url: 'https://crm.example/new',
        });
        next(sandbox, turn + 1);
      },
      pausesMs[turn % pausesMs.length],
    );
  };
  return {
    gateway: async (request, pass, sandbox) => {
      if (timer === undefined) next(sandbox, 0);
      return pass(request);
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}

async function failuresBehind(gateway: Gateway, ids: readonly string[]): Promise<readonly string[]> {
  const chosen: readonly Rule[] = rules.filter(({ id }) => ids.includes(id));
  const { results } = await judgeSandbox({ rules: chosen, gateway });
  return results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
}

describe.concurrent('a webhook that a defect adds', () => {
  it('with each test, elsewhere, fails TEST-07', async () => {
    expect(await failuresBehind(storesAnother, ['TEST-07'])).toEqual(['TEST-07']);
  });

  it('by a new uuid for another one than was deleted fails DEL-02', async () => {
    expect(await failuresBehind(renewsAnother, ['DEL-02'])).toEqual(['DEL-02']);
  });
});

const burst = Array.from({ length: 20 }, () => 150);

describe.concurrent('webhooks that others add', () => {
  it.each<[string, readonly number[]]>([
    ['all the while', [400]],
    ['now and then', [300, 1700, 900, 2600]],
    ['in bursts', [...burst, 2500, ...burst, 6000]],
  ])('%s fail nothing', async (_name, pausesMs) => {
    const { gateway, stop } = others(pausesMs);
    try {
      expect(await failuresBehind(gateway, ['TEST-07', 'DEL-01', 'DEL-02'])).toEqual([]);
    } finally {
      stop();
    }
  });
});
