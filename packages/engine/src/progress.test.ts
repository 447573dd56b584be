import { expect, it } from 'vitest';
import { ProgressBoard } from './progress.ts';

it('waits until the last of several requests has waited', () => {
  const board = new ProgressBoard();
  board.waits(1000);
  board.waits(5000);
  board.waited();
  expect(board.now.waitingMs).toBeGreaterThan(0);
  board.waited();
  expect(board.now).toMatchObject({ waits: 2, waitingMs: null });
});
