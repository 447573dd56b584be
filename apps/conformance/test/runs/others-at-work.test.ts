import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { simulate } from '../simulation/simulate.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { sandboxTarget } from '../judge-sandbox.ts';

/** Another client that is active on the same account. */
interface SomebodyElse {
  /** What it did, with the count of each kind. */
  readonly done: Record<'made' | 'deleted' | 'updated' | 'keys', number>;
  stop(): Promise<void>;
}

/**
 * Continuously creates and deletes webhooks, updates sender profiles that are not the suite's own, and creates keys.
 *
 * @param pauseMs - the pause between two changes
 */
function somebodyElse(sandbox: Sandbox, baseUrl: string, pauseMs: number): SomebodyElse {
  const [account] = sandbox.accounts;
  // Not those that the suite creates for itself.
  const thereBefore = account.webhooks();
  const [, , ...profiles] = account.senderProfiles();
  const done = { made: 0, deleted: 0, updated: 0, keys: 0 };
  const over = new AbortController();
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const request = new Request(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await sandbox.fetch(request);
    await response.text();
  };
  const theirs: string[] = [];
  const turns: readonly ((turn: number) => Promise<void>)[] = [
    async (turn) => {
      const target_url = `https://crm.example/hooks/${turn}`;
      theirs.push(sandbox.createWebhook(0, { event: 'contact_replied', request_method: 'PUT', target_url }));
      done.made += 1;
    },
    async (turn) => {
      const uuid = profiles[turn % profiles.length];
      if (uuid === undefined) return;
      await send('PUT', `/flows/api/sender-profiles/${uuid}`, {
        first_name: 'Busy',
        last_name: `Colleague ${turn}`,
      });
      done.updated += 1;
    },
    async () => {
      // Sometimes one that existed at the start.
      const uuid = done.deleted % 4 === 3 ? thereBefore.pop() : theirs.shift();
      if (uuid === undefined) return;
      await send('DELETE', `/integrations/api/webhooks/${uuid}`);
      done.deleted += 1;
    },
    async (turn) => {
      await send('POST', '/id/api/jwt-tokens/create-api-key', { name: `Colleague ${turn}` });
      done.keys += 1;
    },
  ];
  const work = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await turns[turn % turns.length]?.(turn);
      await wait(pauseMs);
    }
  })();
  return {
    done,
    stop: async () => {
      over.abort();
      await work;
    },
  };
}

/** If the list never settles, much is retried: what is undecided by then proves nothing here. */
const maxMinutes = 1;

describe.concurrent('constant activity of another client on the same account is not a breach', () => {
  for (const [seed, pauseMs] of [
    [1, 3],
    [3, 40],
    [5, 400],
  ] as const) {
    it(`with seed ${seed}, a change every ${pauseMs} ms`, async () => {
      await simulate({ seed, sandbox: { seed } }, async ({ sandbox, network, url }) => {
        const others = somebodyElse(sandbox, url, pauseMs);
        try {
          const target = sandboxTarget(sandbox, url, { createApiKeys: 20, deliveries: 40 });
          const run = await judgeTarget(target, {
            rules,
            seed,
            runs: null,
            path: null,
            network,
            observe: true,
            maxMinutes,
          });
          const failed = run.results.filter(({ verdict }) => verdict === 'fail');
          expect(
            failed.map(({ rule, breach }) => `${rule.id}: ${breach?.expected}; ${breach?.actual}`),
          ).toEqual([]);
          expect(run.results.filter(({ fault }) => fault !== undefined).map(({ reason }) => reason)).toEqual(
            [],
          );
          expect(others.done.made).toBeGreaterThan(2);
          expect(run.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10);
        } finally {
          await others.stop();
        }
      });
    });
  }
});
