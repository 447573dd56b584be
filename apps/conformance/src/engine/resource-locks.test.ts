import { expect, it } from 'vitest';
import { ResourceLocks } from './resource-locks.ts';

it('a writer is alone, readers are together, and everybody gets a turn', async () => {
  const locks = new ResourceLocks();
  let readers = 0;
  let writers = 0;
  let together = 0;
  const pause = async (): Promise<void> => new Promise((done) => setImmediate(done));
  const read = async (): Promise<void> =>
    locks.hold({ reads: ['webhooks'], changes: [] }, async () => {
      readers += 1;
      together = Math.max(together, readers);
      expect(writers).toBe(0);
      await pause();
      readers -= 1;
    });
  const write = async (): Promise<void> =>
    locks.hold({ reads: ['senderProfiles'], changes: ['webhooks'] }, async () => {
      writers += 1;
      expect({ readers, writers }).toEqual({ readers: 0, writers: 1 });
      await pause();
      writers -= 1;
    });
  await Promise.all([read(), read(), write(), read(), write(), read(), read()]);
  expect(together).toBeGreaterThan(1);
});
