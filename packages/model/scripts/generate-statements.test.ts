/** Fails if the suite's statements differ from the specification: run `pnpm generate`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderStatements, statementsModule } from './generate-statements.ts';

test('the generated statements are up to date', () => {
  expect(readFileSync(statementsModule, 'utf8')).toBe(renderStatements());
});

test('a changed sentence changes the text', () => {
  const statement = { level: 'open', section: 'Limits', says: 'What `limit` does.' };
  const readings = {
    pageMaximum: { asks: 'What is the largest page?', admissible: { none: 'There is none.' } },
  };
  const text = renderStatements({ statements: { 'PAGE-90': { ...statement, readings } } });
  expect(text).toContain('"says": "What `limit` does."');
  expect(text).toContain('"asks": "What is the largest page?"');
  expect(renderStatements({ statements: { 'PAGE-90': { ...statement, says: 'Another.' } } })).not.toBe(text);
});
