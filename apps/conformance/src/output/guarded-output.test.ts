/** What goes to a terminal or a log goes through one gate, which lets the suite's own colours pass and nothing else. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Secrets } from '../session/secrets.ts';
import { guardedOutput } from './guarded-output.ts';

const sources = fileURLToPath(new URL('..', import.meta.url));

function written(text: string, isTTY = false): string {
  let all = '';
  const secrets = new Secrets();
  secrets.add('k7/Qz+2mV9xR4tB8', '$KEY');
  const output = {
    isTTY,
    write: (one: string) => {
      all += one;
    },
  };
  guardedOutput(output, secrets).write(text);
  return all;
}

it('shows what acts as an escape, and masks what is secret', () => {
  expect(written('a\u001B]0;x\u0007\u202E k7/Qz+2mV9xR4tB8\tb\r\nc\rd\n')).toBe(
    'a\\u001b]0;x\\u0007\\u202e $KEY\tb\nc\\u000dd\n',
  );
});

it('lets the colours of the suite pass in a terminal, and there alone', () => {
  const coloured = '\u001B[31m\u001B[1mBREACH\u001B[22m\u001B[39m \u001B[8mhidden\u001B[2J';
  expect(written(coloured, true)).toBe(
    '\u001B[31m\u001B[1mBREACH\u001B[22m\u001B[39m \\u001b[8mhidden\\u001b[2J',
  );
  expect(written(coloured)).not.toContain('\u001B');
});

it.each([
  ['::error::x', '\\u003a:error::x'],
  ['fine\n \t::add-mask::x', 'fine\n \t\\u003a:add-mask::x'],
  ['a ##[error]x', 'a \\u0023#[error]x'],
  ['a ##vso[task.complete]x', 'a \\u0023#vso[task.complete]x'],
  ['a::b ## c', 'a::b ## c'],
])('what runs the job finds no command in %j', (text, shown) => {
  expect(written(text)).toBe(shown);
});

it('nothing else in the sources writes to the outputs of the process', async () => {
  const names = await readdir(sources, { recursive: true });
  const own = names.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^proof|^output/.test(name));
  const direct: string[] = [];
  for (const name of own) {
    const text = await readFile(path.join(sources, name), 'utf8');
    if (/process\s*\.\s*(?:stdout|stderr)\s*\.\s*write|console\s*\./.test(text)) direct.push(name);
  }
  expect(own.length).toBeGreaterThan(200);
  expect(direct, 'write through guardedTerminal').toEqual([]);
});
