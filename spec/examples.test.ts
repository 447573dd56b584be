/** Validates each example of the OpenAPI document against its schema, and shows that the schemas can reject. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as formats } from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { isObject } from './is-object.ts';
import { readOpenApi } from './read-document.ts';

const document = readOpenApi();
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi.yaml');

interface Example {
  readonly at: string;
  readonly schema: string;
  readonly value: unknown;
}

const examples = [...examplesIn(document, '')];
const records = examples.flatMap(({ at, schema, value }) => (isObject(value) ? [{ at, schema, value }] : []));

/** Finds the examples next to a schema (media types, parameters) and those within one. */
function* examplesIn(node: unknown, at: string): Generator<Example> {
  if (!isObject(node)) return;
  if ('schema' in node) {
    for (const [name, example] of Object.entries(isObject(node['examples']) ? node['examples'] : {})) {
      if (isObject(example))
        yield { at: `${at}/examples/${name}`, schema: `${at}/schema`, value: example['value'] };
    }
    if ('example' in node) yield { at: `${at}/example`, schema: `${at}/schema`, value: node['example'] };
  } else if (Array.isArray(node['examples'])) {
    for (const [index, value] of node['examples'].entries()) {
      yield { at: `${at}/examples/${index}`, schema: at, value };
    }
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'examples' && key !== 'example') yield* examplesIn(child, `${at}/${pointerPart(key)}`);
  }
}

function pointerPart(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function errorsOf(schema: string, value: unknown): unknown {
  const validate = ajv.compile({ $ref: `openapi.yaml#${schema}` });
  validate(value);
  return validate.errors ?? [];
}

/** The fields that the schema at this pointer requires; a reference is followed. */
function requiredBy(pointer: string): readonly string[] {
  const schema = nodeAt(pointer);
  if (!isObject(schema)) return [];
  if (typeof schema['$ref'] === 'string') return requiredBy(schema['$ref'].replace('#', ''));
  return Array.isArray(schema['required']) ? schema['required'].map(String) : [];
}

function nodeAt(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), document);
}

describe('the examples', () => {
  test('are found', () => {
    expect(examples.length).toBeGreaterThan(15);
  });

  test.each(examples)('$at is valid', ({ schema, value }) => {
    expect(errorsOf(schema, value)).toEqual([]);
  });

  test.each(records)('$at may carry further fields', ({ schema, value }) => {
    expect(errorsOf(schema, { ...value, not_in_the_description: 'is_null' })).toEqual([]);
  });

  const withRequired = records.flatMap(({ schema, value, at: where }) =>
    requiredBy(schema).map((field) => ({ where, field, schema, value })),
  );

  test('have required fields to take away', () => {
    expect(withRequired.length).toBeGreaterThan(30);
  });

  test.each(withRequired)('$where is not valid without $field, or with it of another type', (one) => {
    const { [one.field]: _taken, ...rest } = one.value;
    expect(errorsOf(one.schema, rest)).not.toEqual([]);
    expect(errorsOf(one.schema, { ...one.value, [one.field]: { no: 'such type' } })).not.toEqual([]);
  });
});

describe('the filter schema', () => {
  const filter = '/components/schemas/Filter';

  test.each(['=', '!=', '<', '<=', '>', '>=', '<>'])('takes the operator %s', (operator) => {
    expect(errorsOf(filter, { event: { [operator]: 'a' } })).toEqual([]);
    expect(errorsOf(filter, { event: { [operator]: ['a'] } })).not.toEqual([]);
  });

  test.each([null, [null], {}, [['a']], { '~': 'a' }, { '<': 3, '>': 1 }])(
    'has no form for %j',
    (condition) => {
      expect(errorsOf(filter, { event: condition })).not.toEqual([]);
    },
  );
});
