/** Shows that a run in which a gateway answers one request decides what a quiet run decides. */
import { expect, it } from 'vitest';
import { rules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { budgets } from '../proof/job.ts';

interface Judged {
  /** What is not decided, or fails. */
  readonly open: readonly string[];
  /** How many requests of the kind came. */
  readonly sent: number;
}

/** The requests that a gateway answers, one in each run: this many of them, up to the last one. */
const kinds = [
  { method: 'POST', path: '/create-api-key', ids: /^(?:KEY|AUTH-05|TEAM)/, sampled: 9 },
  { method: 'POST', path: '/webhooks/test', ids: /^TEST/, sampled: 6 },
  { method: 'DELETE', path: '/', ids: /^(?:DEL|HOOK)/, sampled: 4 },
] as const;
const effects = ['before its effect', 'after its effect'] as const;

it.each(kinds.flatMap((kind) => effects.map((effect) => ({ ...kind, effect }))))(
  'decides the same whichever $method $path a gateway answers $effect',
  async ({ method, path, ids, sampled, effect }) => {
    const judged = async (failing: number): Promise<Judged> => {
      let sent = 0;
      const gateway: Gateway = async (request, pass) => {
        if (request.method !== method || !request.url.includes(path)) return pass(request);
        sent += 1;
        if (sent !== failing) return pass(request);
        if (effect === 'after its effect') await pass(request);
        return new Response('<h1>Bad gateway</h1>', { status: 502 });
      };
      const chosen = rules.filter(({ id }) => ids.test(id));
      const { results } = await judgeSandbox({ rules: chosen, gateway, allow: budgets.recommended });
      const open = results.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule.id);
      return { open, sent };
    };
    const quiet = await judged(0);
    const step = quiet.sent / sampled;
    const failing = Array.from({ length: sampled }, (_, index) => Math.ceil((index + 1) * step));
    const differing: unknown[] = [];
    for (const one of failing) {
      const { open } = await judged(one);
      if (open.join() !== quiet.open.join()) differing.push({ failing: one, open });
    }
    expect(quiet.open).toEqual([]);
    expect(differing).toEqual([]);
  },
);
