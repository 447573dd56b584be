/** Under every reading of the dialect the sandbox keeps every statement, and its twins stay broken. */
import { describe, expect, test } from 'vitest';
import {
  defaultDialect,
  dialectFrom,
  dialectTable,
  DialectError,
  dimensionNames,
  twins,
} from '../src/index.ts';
import type { Dialect, SandboxOptions, StatementId } from '../src/index.ts';
import { checks, statementIds } from './checks/checks.ts';
import { checkedLimit } from './checks/limits.ts';
import { turnedDialect } from './dialects.ts';
import { openProbe } from './probe.ts';
import { openReceiver } from './receiver.ts';

const turns = Array.from({ length: 8 }, (_, turn) => turn);

async function isBroken(id: StatementId, dialect: Dialect, options: SandboxOptions = {}): Promise<boolean> {
  const receiver = await openReceiver();
  receiver.answer = { status: 200, body: 'received' };
  const rateLimit = id.startsWith('RATE') ? checkedLimit : null;
  const probe = await openProbe({ ...options, dialect, rateLimit });
  try {
    return await checks[id](probe, receiver);
  } finally {
    probe.sandbox.close();
    await receiver.close();
  }
}

describe('the dialect table', () => {
  test('has at least 25 dimensions of two readings or more, each with its default', () => {
    expect(dimensionNames().length).toBeGreaterThanOrEqual(25);
    const faulty = dimensionNames().filter((name) => {
      const readings = Object.keys(dialectTable[name].readings);
      return readings.length < 2 || !readings.includes(defaultDialect[name]);
    });
    expect(faulty).toEqual([]);
  });

  test('is covered by the dialects of these tests', () => {
    const taken = turns.map((turn) => turnedDialect(turn));
    const untaken = dimensionNames().flatMap((name) =>
      Object.keys(dialectTable[name].readings)
        .filter((reading) => !taken.some((dialect) => dialect[name] === reading))
        .map((reading) => `${name}: ${reading}`),
    );
    expect(untaken).toEqual([]);
  });

  test('names what is wrong with a dialect', () => {
    expect(() => dialectFrom({ pageMaximun: '20' })).toThrow(DialectError);
    expect(() => dialectFrom({ pageMaximum: '21' })).toThrow(/100, 50, 20, none|20, 50, 100, none/);
    expect(() => dialectFrom([])).toThrow(DialectError);
  });
});

// These wait for real time, and each of their readings is met within the first few dialects.
const slow = ({ id, turn }: { id: StatementId; turn: number }): boolean => id.startsWith('RATE') && turn > 3;

// They wait for longer than they work.
describe.concurrent('without a twin', () => {
  test.each(turns)('dialect %i keeps every statement', { timeout: 60_000 }, async (turn) => {
    const broken: StatementId[] = [];
    for (const id of statementIds.filter((one) => !slow({ id: one, turn }))) {
      if (await isBroken(id, turnedDialect(turn))) broken.push(id);
    }
    expect(broken).toEqual([]);
  });
});

describe.concurrent('with a twin', () => {
  const withFilters = (needs: readonly string[]): Partial<Dialect> =>
    needs.includes('filters') ? { filterPlacement: 'all' } : {};

  test.each(turns.slice(1))('dialect %i does not hide it', { timeout: 120_000 }, async (turn) => {
    const hidden: string[] = [];
    const each = twins.filter((_, position) => position % 7 === turn - 1);
    for (const { name, breaks, needs, under } of each) {
      const dialect = { ...turnedDialect(turn), ...withFilters(needs), ...under };
      if (!(await isBroken(breaks, dialect, { twin: name }))) hidden.push(name);
    }
    expect(hidden).toEqual([]);
  });
});
