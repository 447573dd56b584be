/** Whatever is written to an output of the process passes a filter, which lets the suite's own colours through. */
import { expect, it } from 'vitest';
import { guardOutputs, type Stream } from './guard-outputs.ts';

function written(text: string | Uint8Array, isTTY = false): string {
  let all = '';
  const stream: Stream = {
    isTTY,
    write: (chunk) => {
      all += String(chunk);
      return true;
    },
  };
  guardOutputs([stream], { OUTREACH_TOKEN: 'k7/Qz+2mV9xR4tB8', HOME: '/home/somebody' });
  stream.write(text);
  return all;
}

it('shows what acts as an escape, and masks what is secret', () => {
  expect(written('a\u001B]0;x\u0007\u202E k7/Qz+2mV9xR4tB8 /home/somebody\tb\r\nc\rd\n')).toBe(
    'a\\u001b]0;x\\u0007\\u202e $OUTREACH_TOKEN /home/somebody\tb\nc\\u000dd\n',
  );
});

it('lets colours and the cursor of the suite pass in a terminal, and there alone', () => {
  const own = '\u001B[2K\r\u001B[31m\u001B[1mBREACH\u001B[22m\u001B[39m ';
  expect(written(`${own}\u001B]0;title\u0007\u001B]52;c;eA==\u0007\u009B31m\u001Bc`, true)).toBe(
    `${own}\\u001b]0;title\\u0007\\u001b]52;c;eA==\\u0007\\u009b31m\\u001bc`,
  );
  expect(written(own)).not.toContain('\u001B');
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

it('what reports breaches to GitHub passes, and bytes are text', () => {
  const annotations = '::error title=PAGE-01%3A x::expected 1\n::warning title=a::b\n';
  expect(written(annotations)).toBe(annotations);
  expect(written(Buffer.from('é\u001B'))).toBe('é\\u001b');
});
