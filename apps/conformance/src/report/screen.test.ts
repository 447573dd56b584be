import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Progress } from '@outreach-api/engine';
import { progressFormFor, Screen, type ProgressForm, type Stream } from './screen.ts';

const progress: Progress = { phase: 'look', decided: 1, rules: 66, requests: 10, waits: 0, waitingMs: null };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A terminal that shows what both streams write, line by line, as a person sees it. */
class Terminal implements Stream {
  readonly isTTY = true;
  readonly columns: number;
  #lines: string[] = [''];

  constructor(columns = 200) {
    this.columns = columns;
  }

  get shown(): readonly string[] {
    return this.#lines;
  }

  write(text: string): void {
    for (const [index, drawn] of text.split('\r\u001B[K').entries()) {
      if (index > 0) this.#lines[this.#lines.length - 1] = '';
      const [rest = '', ...lines] = drawn.split('\n');
      this.#lines[this.#lines.length - 1] += rest;
      this.#lines.push(...lines);
    }
  }
}

function screenOn(terminal: Terminal, form: ProgressForm = 'live'): Screen {
  return new Screen(terminal, terminal, form, 100);
}

describe('in a terminal', () => {
  it('one line shows how far it is, below what is written meanwhile', () => {
    const terminal = new Terminal();
    const screen = screenOn(terminal);
    screen.progress(progress);
    expect(terminal.shown).toEqual(['looking · 1 of 66 rules · 10 of ~100 requests']);
    screen.out.write('pass PAGE-01\n');
    screen.err.write('a warning\n');
    screen.progress({ ...progress, decided: 2 });
    vi.advanceTimersByTime(200);
    expect(terminal.shown).toEqual([
      'pass PAGE-01',
      'a warning',
      'looking · 2 of 66 rules · 10 of ~100 requests',
    ]);
  });

  it('a wait ends when it was said to end, however often it is drawn', () => {
    vi.setSystemTime(new Date(2026, 10, 23, 14, 2, 0));
    const terminal = new Terminal();
    screenOn(terminal).progress({ ...progress, waitingMs: 31_000 });
    vi.advanceTimersByTime(5000);
    expect(terminal.shown).toEqual([
      'looking · 1 of 66 rules · 10 of ~100 requests · limited until 14:02:31',
    ]);
  });

  it('nothing of it is left at the end, and none is drawn after it', () => {
    const terminal = new Terminal();
    const screen = screenOn(terminal);
    screen.progress(progress);
    screen.end();
    screen.out.write('the counts\n');
    vi.advanceTimersByTime(20_000);
    expect(terminal.shown).toEqual(['the counts', '']);
  });

  it('the line is never longer than the terminal is wide', () => {
    const terminal = new Terminal(24);
    screenOn(terminal).progress(progress);
    expect(terminal.shown).toEqual(['looking · 1 of 66 rule…']);
  });
});

describe('in a log', () => {
  it('a plain line comes every 10 s', () => {
    const terminal = new Terminal();
    const screen = screenOn(terminal, 'lines');
    screen.progress(progress);
    vi.advanceTimersByTime(9999);
    expect(terminal.shown).toEqual(['']);
    screen.out.write('pass PAGE-01\n');
    vi.advanceTimersByTime(10_001);
    screen.end();
    vi.advanceTimersByTime(20_000);
    const line = 'looking · 1 of 66 rules · 10 of ~100 requests';
    expect(terminal.shown).toEqual(['pass PAGE-01', line, line, '']);
  });
});

it('shows nothing where no progress is wanted', () => {
  const terminal = new Terminal();
  const screen = screenOn(terminal, 'none');
  screen.progress(progress);
  vi.advanceTimersByTime(20_000);
  expect(terminal.shown).toEqual(['']);
});

it.each([
  [true, {}, 'live'],
  [true, { CI: 'false' }, 'live'],
  [true, { CI: 'true' }, 'lines'],
  [true, { TERM: 'dumb' }, 'lines'],
  [false, {}, 'lines'],
] as const)('on a stream (terminal: %s) with %o it is shown as: %s', (isTTY, environment, form) => {
  const stream = { isTTY, write: () => true };
  expect(progressFormFor(stream, environment)).toBe(form);
});
