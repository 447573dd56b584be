import { describe, expect, it } from 'vitest';
import type { Progress } from '@outreach-api/engine';
import { progressText } from './progress-text.ts';

const progress: Progress = {
  phase: 'change',
  decided: 34,
  rules: 66,
  requests: 800,
  waits: 0,
  waitingMs: null,
};
const pace = { estimated: 1200, elapsedMs: 60_000, printedAt: new Date(2026, 10, 23, 14, 2, 0) };

describe('the progress of a run as text', () => {
  it('says phase, rules, requests, and the time left by the pace so far', () => {
    expect(progressText(progress, pace)).toBe(
      'changing · 34 of 66 rules · 800 of ~1200 requests · ~30 s left',
    );
    expect(progressText({ ...progress, requests: 100 }, pace)).toMatch(/ · ~11 min left$/);
  });

  it('says until when it waits for a limit', () => {
    expect(progressText({ ...progress, waitingMs: 31_000 }, pace)).toContain(' · limited until 14:02:31 · ');
  });

  it.each([
    ['before its pace is known', { requests: 5 }],
    ['where more was sent than estimated', { requests: 1300 }],
    ['while it restores', { phase: 'restoring' }],
  ])('says no time left %s', (_when, parts) => {
    expect(progressText({ ...progress, ...parts }, pace)).not.toContain('left');
  });

  it('shows no text of others as the name of a phase', () => {
    expect(progressText({ ...progress, phase: '\u001B[2J' }, pace)).toMatch(/^running · /);
  });
});
