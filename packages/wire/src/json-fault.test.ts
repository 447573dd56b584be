import { expect, it } from 'vitest';
import { jsonFault, jsonFaultInWords } from './json-fault.ts';

function faultIn(text: string): string | null {
  const fault = jsonFault(text);
  return fault && jsonFaultInWords(fault, text, fault.offset);
}

it.each([
  [
    '<html><body>Bad gateway</body></html>',
    'invalid symbol at line 1, column 1 (character 0), where ▶ stands: ▶<html><body>Bad gateway</body></html>',
  ],
  [
    '{\n  "data": [1,\n 2,,3]}',
    'value expected at line 3, column 4 (character 19), where ▶ stands: { "data": [1, 2,▶,3]}',
  ],
  ["{'a':1}", "invalid symbol at line 1, column 2 (character 1), where ▶ stands: {▶'a':1}"],
  ['{"a":1', 'close brace expected at line 1, column 7 (character 6), where ▶ stands: {"a":1▶'],
  ['', 'value expected at line 1, column 1 (character 0): the body is empty'],
])('says where %j stops being JSON', (text, words) => {
  expect(faultIn(text)).toBe(words);
});

it('shows the neighbourhood of a fault deep in a long text, and nothing of JSON', () => {
  const records = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
  const broken = `${records.slice(0, 3000)}"${records.slice(3000)}`;
  expect(faultIn(broken)).toMatch(
    /^.* at line 1, column \d+ \(character \d+\), where ▶ stands: ….{60}▶.{0,60}…$/u,
  );
  expect(faultIn(records)).toBeNull();
});
