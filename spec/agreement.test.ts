/** Fails if the OpenAPI document and the statements disagree, in either direction. */
import { describe, expect, test } from 'vitest';
import { fieldNames, operationIds, readOpenApi, readStatements } from './read-document.ts';

const openapi = readOpenApi();
const statements = Object.entries(readStatements().statements);
const stated = statements.filter(([, { level }]) => level === 'stated');

/** Fields of which the description states only the type; only an open statement mentions them. */
const unjudged = new Set([
  // Its structure and whether the record shows it are open (PROF-90), so nothing about it can be broken.
  'SenderProfileUpdate.schedule',
]);

function fieldsOf(rows: typeof statements): Set<string> {
  return new Set(
    rows.flatMap(([, { fields = {} }]) =>
      Object.entries(fields).flatMap(([schema, names]) => names.map((name) => `${schema}.${name}`)),
    ),
  );
}

describe('the OpenAPI document and the statements', () => {
  test('have something to agree on', () => {
    expect(openapi.info.version).toBe('2.0.0');
    expect(operationIds(openapi)).toHaveLength(7);
    expect(fieldNames(openapi).length).toBeGreaterThan(30);
  });

  test.each(operationIds(openapi))('%s is named by a stated statement', (operation) => {
    expect(stated.filter(([, { operations }]) => operations.includes(operation))).not.toEqual([]);
  });

  test('each field is named by a stated statement', () => {
    const named = fieldsOf(stated);
    expect(fieldNames(openapi).filter((field) => !named.has(field))).toEqual([...unjudged]);
  });

  test('a field that no stated statement names is named by an open one', () => {
    const open = fieldsOf(statements.filter(([, { level }]) => level === 'open'));
    expect([...unjudged].filter((field) => !open.has(field))).toEqual([]);
  });

  test.each(statements)('%s names operations and fields that there are', (_id, { operations, ...row }) => {
    expect(operationIds(openapi)).toEqual(expect.arrayContaining([...operations]));
    expect(fieldNames(openapi)).toEqual(
      expect.arrayContaining([...fieldsOf([['', { operations, ...row }]])]),
    );
  });

  test('an operation that may take a filter names its schema, for no parameter refers to it', () => {
    const filtered = statements.flatMap(([, { section, operations }]) =>
      section === 'Filtering' ? operations : [],
    );
    const naming = Object.values(openapi.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ description }) => description?.includes('the schema `Filter`'));
    expect(naming.map(({ operationId }) => operationId)).toEqual([...new Set(filtered)]);
  });

  test('every schema has a sentence', () => {
    const schemas = Object.entries(openapi.components.schemas);
    expect(schemas.filter(([, { description = '' }]) => description === '')).toEqual([]);
  });

  test('every property has a name that generators can write in any language', () => {
    const properties = Object.values(openapi.components.schemas).flatMap((schema) =>
      Object.keys(schema.properties ?? {}),
    );
    expect(properties.filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
  });

  test('every field has a sentence', () => {
    const fields = Object.values(openapi.components.schemas).flatMap(({ properties = {} }) =>
      Object.entries(properties),
    );
    expect(fields.filter(([, { description = '' }]) => description === '')).toEqual([]);
  });
});
