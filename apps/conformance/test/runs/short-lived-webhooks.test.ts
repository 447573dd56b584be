/** Changes by another client in a steady rhythm, undone before they can be seen again, are not a breach. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { ruleNamed, rulesNamed } from '../rules-named.ts';

const ofTheList = rulesNamed('HOOK');
const ofItsParts = rulesNamed('PAGE', 'FILT', 'DEL');

/** Each answer takes `delayMs`; a webhook exists for `livesMs` of every `everyMs`. */
function passing({ everyMs, livesMs, delayMs }: { everyMs: number; livesMs: number; delayMs: number }): {
  gateway: Gateway;
  made: () => number;
} {
  let uuid: string | null = null;
  let made = 0;
  const keepTime = async (sandbox: Sandbox): Promise<void> => {
    const isThere = Date.now() % everyMs < livesMs;
    if (isThere && uuid === null) {
      made += 1;
      uuid = sandbox.createWebhook(0, {
        event: 'contact_replied',
        request_method: 'POST',
        target_url: `https://crm.example/passing/${made}`,
      });
    } else if (!isThere && uuid !== null) {
      const gone = `http://sandbox/integrations/api/webhooks/${uuid}`;
      uuid = null;
      const authorization = `Bearer ${sandbox.accounts[0].token}`;
      await sandbox.fetch(new Request(gone, { method: 'DELETE', headers: { authorization } }));
    }
  };
  return {
    gateway: async (request, pass, sandbox) => {
      await wait(delayMs);
      await keepTime(sandbox);
      return pass(request);
    },
    made: () => made,
  };
}

/** Each answer takes `delayMs`, and each list is changed. */
function lists(change: (list: JsonObject) => JsonObject, delayMs = 0): Gateway {
  return async (request, pass) => {
    await wait(delayMs);
    const answer = await pass(request);
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    const isList = isRecord(body) && Array.isArray(body['data']);
    return isList ? Response.json(change(body), { status: answer.status }) : answer;
  };
}

/** The first webhook of each page gets another address every `everyMs`. */
function changing(everyMs: number): (list: JsonObject) => JsonObject {
  return (list) => {
    const data: readonly unknown[] = Array.isArray(list['data']) ? list['data'] : [];
    const [first] = data;
    if (!isRecord(first)) return list;
    const target_url = `https://crm.example/changing/${Math.floor(Date.now() / everyMs)}`;
    return { ...list, data: [{ ...first, target_url }, ...data.slice(1)] };
  };
}

/** Every third list is wrong about whether records follow. */
function misleading(): (list: JsonObject) => JsonObject {
  let count = 0;
  return (list) => {
    count += 1;
    return count % 3 === 0 ? { ...list, has_more: list['has_more'] !== true } : list;
  };
}

describe.concurrent('another client', () => {
  it('is not assumed to be active if the list is sometimes wrong', async () => {
    const rules = [ruleNamed('PAGE-06')];
    const { results } = await judgeSandbox({ rules, gateway: lists(misleading()) });
    expect(results).toMatchObject([{ verdict: 'fail' }]);
  });

  it.each([
    { everyMs: 200, livesMs: 30, delayMs: 15 },
    { everyMs: 90, livesMs: 30, delayMs: 30 },
    { everyMs: 900, livesMs: 100, delayMs: 40 },
  ])('that creates a webhook and deletes it fails nothing: %o', async (rhythm) => {
    const { gateway, made } = passing(rhythm);
    const { results } = await judgeSandbox({ rules: ofItsParts, gateway });
    expect(
      results.flatMap(({ rule, breach }) => (breach === null ? [] : [[rule.id, breach.actual]])),
    ).toEqual([]);
    expect(made()).toBeGreaterThan(2);
  });

  it('that changes a webhook fails nothing', async () => {
    const gateway = lists(changing(40), 20);
    const { results } = await judgeSandbox({ rules: ofTheList, gateway });
    expect(
      results.flatMap(({ rule, breach }) => (breach === null ? [] : [[rule.id, breach.actual]])),
    ).toEqual([]);
  });
});
