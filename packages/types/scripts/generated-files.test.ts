/** Red where a generated file is not what `spec` gives: run `pnpm generate`. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';
import { renderTypes } from './render-types.ts';

const files = await generatedFiles();

test('there are four generated files', () => {
  expect(files.map(({ at }) => at.pathname.split('/').at(-1))).toEqual([
    'openapi.ts',
    'openapi.yaml',
    'openapi.json',
    'statements.json',
  ]);
});

test.each(files)('$at.pathname is up to date', async ({ at, text }) => {
  expect(await readFile(at, 'utf8')).toBe(text);
});

function typesOfName(type: 'string' | 'integer'): Promise<string> {
  return renderTypes({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { Key: { type: 'object', required: ['name'], properties: { name: { type } } } } },
  });
}

test('a changed field changes the types', async () => {
  expect(await typesOfName('string')).toContain('name: string;');
  expect(await typesOfName('integer')).toContain('name: number;');
});
