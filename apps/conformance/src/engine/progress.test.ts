/** Shows that a run reports its progress. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../test/simulation/simulate.ts';
import { judgeTarget } from '../judge-target.ts';
import { sandboxTarget } from '../../test/judge-sandbox.ts';
import { rules } from '../catalogue/rules.ts';
import { ProgressBoard, type Progress } from './progress.ts';

describe('the progress of a run', () => {
  it('tells each phase, each verdict, requests now and then, and waits for the limit', async () => {
    const told: Progress[] = [];
    const chosen = rules.filter(({ id }) => /PAGE-0[123]/.test(id));
    const rateLimit = { requests: 20, perMs: 1000 };
    await simulate({ seed: 1, sandbox: { seed: 1, rateLimit } }, async ({ sandbox, network, url }) => {
      const run = await judgeTarget(sandboxTarget(sandbox, url, { flood: 0 }), {
        rules: chosen,
        seed: 1,
        runs: null,
        path: null,
        network,
        onProgress: (progress) => told.push(progress),
      });
      expect(new Set(told.map(({ phase }) => phase))).toEqual(
        new Set([
          'preparing',
          'look',
          'refusal',
          'change',
          'refused deletion',
          'delete',
          'late',
          'flood',
          'restoring',
        ]),
      );
      expect(told.at(-1)).toMatchObject({ decided: chosen.length, rules: chosen.length, waitingMs: null });
      expect(told.at(-1)).toMatchObject({ requests: run.requests, waits: run.waits });
      expect(told.some(({ requests }) => requests === 25)).toBe(true);
      expect(run.waits).toBeGreaterThan(0);
      expect(told.some(({ waitingMs }) => waitingMs !== null && waitingMs > 0)).toBe(true);
    });
  });

  it('waits until the last of several requests has waited', () => {
    const board = new ProgressBoard();
    board.waits(1000);
    board.waits(5000);
    board.waited();
    expect(board.now.waitingMs).toBeGreaterThan(0);
    board.waited();
    expect(board.now).toMatchObject({ waits: 2, waitingMs: null });
  });
});
