/** Reads the documents of this folder for its tests. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from './is-object.ts';

/** A field of an object schema, as far as the tests read it. */
interface FieldSchema {
  readonly description?: string;
}

/** A component schema, as far as the tests read it. */
interface ComponentSchema {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly propertyNames?: { readonly $ref: string };
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
}

/** An operation, as far as the tests read it. */
interface Operation {
  readonly operationId?: string;
  readonly description?: string;
}

/** The OpenAPI document, as far as the tests read it. */
export interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ComponentSchema>> };
}

/** What an open statement asks, and answers that a conforming server may choose. */
interface Reading {
  readonly asks: string;
  readonly admissible: Readonly<Record<string, string>>;
}

/** One numbered statement. */
export interface Statement {
  readonly level: 'stated' | 'implied' | 'open';
  readonly section: string;
  readonly says: string;
  readonly quote?: string;
  readonly operations: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly readings?: Readonly<Record<string, Reading>>;
}

/** The statements document. */
export interface StatementsDocument {
  readonly statements: Readonly<Record<string, Statement>>;
  readonly unmentioned: Readonly<Record<string, Reading>>;
}

/** Throws if the file is not YAML. */
export function readOpenApi(): OpenApiDocument {
  return parse(readText('openapi.yaml'), { uniqueKeys: true });
}

/** Throws if the file is not YAML. `statements.test.ts` checks the shape with the JSON Schema. */
export function readStatements(): StatementsDocument {
  return parse(readText('statements.yaml'), { uniqueKeys: true });
}

/** Reads a JSON file of this folder. Throws if it holds no object. */
export function readJson(name: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readText(name));
  if (!isObject(value)) throw new TypeError(`${name} holds no object`);
  return value;
}

/** The ids of the document's operations, in its order. */
export function operationIds(document: OpenApiDocument): string[] {
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
    .filter((id) => id !== undefined);
}

/** Each field of each component schema as `Schema.field`, whether it is a property or one of a list of names. */
export function fieldNames({ components: { schemas } }: OpenApiDocument): string[] {
  return Object.entries(schemas).flatMap(([schema, { properties = {}, propertyNames }]) => {
    const names = propertyNames && schemas[propertyNames.$ref.split('/').at(-1) ?? '']?.enum;
    return [...Object.keys(properties), ...(names ?? [])].map((field) => `${schema}.${field}`);
  });
}

function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
