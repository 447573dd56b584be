import { expect, it } from 'vitest';
import { ResourceLocks } from './resource-locks.ts';

const initialOf = (record: string): string => record.slice(0, 1);

it('a writer is alone, readers are together, and everybody gets a turn', async () => {
  const locks = new ResourceLocks(['books', 'pages'], initialOf);
  let readers = 0;
  let writers = 0;
  let together = 0;
  const pause = async (): Promise<void> => new Promise((done) => setImmediate(done));
  const read = async (): Promise<void> =>
    locks.hold({ reads: ['books'], changes: [] }, async () => {
      readers += 1;
      together = Math.max(together, readers);
      expect(writers).toBe(0);
      await pause();
      readers -= 1;
    });
  const write = async (): Promise<void> =>
    locks.hold({ reads: ['pages'], changes: ['books'] }, async () => {
      writers += 1;
      expect({ readers, writers }).toEqual({ readers: 0, writers: 1 });
      await pause();
      writers -= 1;
    });
  await Promise.all([read(), read(), write(), read(), write(), read(), read()]);
  expect(together).toBeGreaterThan(1);
});

it('those who change single records are together, but not on one record, nor with readers and writers', async () => {
  const locks = new ResourceLocks(['books', 'pages'], initialOf);
  const inside = { a: 0, b: 0, readers: 0, writers: 0 };
  let together = 0;
  const pause = async (): Promise<void> => new Promise((done) => setImmediate(done));
  const look = async (name: keyof typeof inside, check: () => void): Promise<void> => {
    inside[name] += 1;
    check();
    await pause();
    inside[name] -= 1;
  };
  const change = async (name: 'a' | 'b', record: string): Promise<void> =>
    locks.hold({ reads: [], changes: [], changesRecordsOf: ['pages'] }, async () =>
      locks.holdRecords({ reads: ['c'], changes: [record] }, async () =>
        look(name, () => {
          together = Math.max(together, inside.a + inside.b);
          expect(inside).toMatchObject({ [name]: 1, readers: 0, writers: 0 });
        }),
      ),
    );
  const read = async (): Promise<void> =>
    locks.hold({ reads: ['pages'], changes: [] }, async () =>
      look('readers', () => expect(inside).toMatchObject({ a: 0, b: 0, writers: 0 })),
    );
  const write = async (): Promise<void> =>
    locks.hold({ reads: [], changes: ['pages'] }, async () =>
      look('writers', () => expect(inside).toEqual({ a: 0, b: 0, readers: 0, writers: 1 })),
    );
  await Promise.all([
    change('a', 'a'),
    read(),
    change('b', 'b'),
    write(),
    change('a', 'a again'),
    read(),
    change('b', 'b again'),
  ]);
  expect(together).toBe(2);
});

it('a record that is only looked at is looked at by several, and changed by nobody meanwhile', async () => {
  const locks = new ResourceLocks(['books', 'pages'], initialOf);
  const order: string[] = [];
  const pause = async (): Promise<void> => new Promise((done) => setImmediate(done));
  const look = async (name: string): Promise<void> =>
    locks.holdRecords({ reads: ['A'], changes: [] }, async () => {
      order.push(`${name} in`);
      await pause();
      order.push(`${name} out`);
    });
  const change = locks.holdRecords({ reads: [], changes: ['A'] }, async () => {
    order.push('changed');
    await pause();
  });
  await Promise.all([change, look('one'), look('other')]);
  expect(order).toEqual(['changed', 'one in', 'other in', 'one out', 'other out']);
});
