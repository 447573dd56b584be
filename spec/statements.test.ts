/** Checks the statements against their schema, and that their ids keep their meaning. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readJson, readStatements, type Statement } from './read-document.ts';

const document = readStatements();
const rows = Object.entries(document.statements);
const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(
  readJson('statements.schema.json'),
);

describe('the statements document', () => {
  test('keeps its JSON Schema', () => {
    validate(document);
    expect(validate.errors).toBeNull();
  });

  test.each<[string, Record<string, unknown>]>([
    ['an open statement without readings', { level: 'open' }],
    ['a stated one without its quote', { quote: undefined }],
    ['a stated one with readings', { level: 'stated', readings: document.unmentioned }],
    ['a misspelt level', { level: 'implicit' }],
    ['a misspelt key', { feilds: {} }],
    ['no operation', { operations: [] }],
  ])('is refused with %s', (_defect, change) => {
    const sound: Statement = {
      level: 'stated',
      section: 'Limits',
      says: 'It holds.',
      quote: 'It does.',
      operations: ['x'],
    };
    expect(validate({ ...document, statements: { 'LIM-01': sound } })).toBe(true);
    expect(validate({ ...document, statements: { 'LIM-01': { ...sound, ...change } } })).toBe(false);
  });

  test('keeps the level and the sentence of each id, unless both files change', () => {
    const now = Object.fromEntries(rows.map(([id, { level, says }]) => [id, { level, says }]));
    expect(now).toEqual(readJson('statements.frozen.json'));
  });

  test('asks each open question under one name only', () => {
    const asked = [
      ...rows.flatMap(([, { readings = {} }]) => Object.keys(readings)),
      ...Object.keys(document.unmentioned),
    ];
    const twice = asked.filter((name, at) => asked.indexOf(name) !== at);
    expect(twice).toEqual([]);
  });
});
