/** What the sandbox keeps of bodies that it has recorded: their beginnings, not the whole of each. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ownCopy } from '../../src/own-copy.ts';

const program = fileURLToPath(new URL('record-bodies.ts', import.meta.url));

test('500 recorded bodies of a megabyte add less than 50 MB', async () => {
  const args = ['--expose-gc', '--conditions=@outreach-api/source', program, '500'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [, bodies, megabytes] = /(\d+) bodies, (-?\d+) MB/.exec(stdout) ?? [];
  expect(Number(bodies)).toBe(500);
  expect(Number(megabytes)).toBeLessThan(50);
});

test.each([
  ['nothing', ''],
  ['Latin letters', 'café'],
  ['any letters', 'любой 文 🙂'],
  ['half a character, as a cut may leave it', '🙂'.slice(0, 1)],
])('a copy of %s is the same text', (_, text) => {
  expect(ownCopy(text)).toBe(text);
});
