/** Shows that changes by a defect are not mistaken for those of other clients, nor the reverse. */
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/session/suite.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { changesAnotherUuid } from '../services/changes-another-uuid.ts';

const list = '/integrations/api/webhooks';

/** Each accepted test also stores a webhook, with an address of its own. */
const storesAnother: Gateway = async (request, pass, sandbox) => {
  const isTest = request.method === 'POST' && request.url.endsWith(`${list}/test`);
  const answer = await pass(request);
  if (isTest && answer.ok)
    sandbox.createWebhook(0, { event: 'e', request_method: 'PUT', target_url: 'https://crm.example/tested' });
  return answer;
};

/** Other clients create webhooks repeatedly, with these pauses, whatever requests the service gets. */
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
  it('with each test, at another address, fails TEST-07', async () => {
    expect(await failuresBehind(storesAnother, ['TEST-07'])).toEqual(['TEST-07']);
  });

  it('by giving a webhook other than the deleted one a new uuid fails DEL-02', async () => {
    expect(await failuresBehind(changesAnotherUuid, ['DEL-02'])).toEqual(['DEL-02']);
  });
});

const burst = Array.from({ length: 20 }, () => 150);

describe.concurrent('webhooks that others add', () => {
  it.each<[string, readonly number[]]>([
    ['continuously', [400]],
    ['occasionally', [300, 1700, 900, 2600]],
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
