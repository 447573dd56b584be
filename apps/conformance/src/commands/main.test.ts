/** Which parts of the suite a command loads before it does anything. */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { startCommand } from '../../test/real-command.ts';

/** Makes Node print the address of each module that it loads. */
const printLoads = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      process.stderr.write(url + '\\n');
      return next(url, context);
    },
  });
`)}`;

test.each<[args: readonly string[], loads: string, leaves: RegExp]>([
  [['--version'], '/commands/main.ts', /\/(?:sections|wire\/src\/sockets|recordings|clients|report)/],
  [['rules', 'PAGE-06'], '/sections/pagination/', /\/(?:recordings|doctor|init)\//],
  [['restore', '--help'], '/ledger/restore-ledger.ts', /\/(?:sections|recordings|clients|report|doctor)\//],
])('%j loads what it uses', async (args, loads, leaves) => {
  const { code, stderr } = await startCommand(args, { cwd: tmpdir(), node: ['--import', printLoads] }).ended;
  expect(code).toBe(0);
  const loaded = stderr.split('\n');
  expect(loaded.some((url) => url.includes(loads))).toBe(true);
  expect(loaded.filter((url) => leaves.test(url))).toEqual([]);
});
