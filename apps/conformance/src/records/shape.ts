/** The documented fields of each kind of record, read from the OpenAPI document, and what is wrong with a record. */
import openapi from '@outreach-api/types/openapi.json' with { type: 'json' };
import { isDateTime } from './date-time.ts';
import { isRecord, type JsonObject } from './is-record.ts';

/** The record kinds whose fields the description lists. */
export type RecordKind = 'ApiKey' | 'Webhook' | 'WebhookList' | 'SenderProfile';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const schemas: JsonObject = openapi.components.schemas;

/** Whether a value is a UUID as text. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** The documented fields of a kind of record, in the order of the description. */
export function fieldsOf(kind: RecordKind): readonly string[] {
  return Object.keys(propertiesOf(kind));
}

/**
 * The documented fields of a record, to be compared with another reading of it: further fields may differ from read to
 * read, and so may the letter case of its uuid.
 */
export function documented(kind: RecordKind, record: JsonObject): JsonObject {
  return Object.fromEntries(
    fieldsOf(kind).map((field) => {
      const value = record[field];
      return [field, field === 'uuid' && typeof value === 'string' ? value.toLowerCase() : value];
    }),
  );
}

/** What is wrong with the fields of a record, each in words; empty where it is as described. */
export function faultsOf(kind: RecordKind, value: unknown): readonly string[] {
  if (!isRecord(value)) return [`${kind} is no JSON object`];
  return Object.entries(propertiesOf(kind)).flatMap(([field, schema]) => {
    if (!(field in value)) return [`\`${field}\` is missing`];
    const fault = faultOf(value[field], schema);
    return fault === null ? [] : [`\`${field}\` ${fault}`];
  });
}

function faultOf(value: unknown, schema: unknown): string | null {
  if (!isRecord(schema)) return null;
  const types = [schema['type']].flat();
  const type = typeOf(value);
  if (types[0] !== undefined && !types.includes(type) && !(type === 'integer' && types.includes('number'))) {
    return `is ${type}, not ${types.join(' or ')}`;
  }
  if (typeof value !== 'string')
    return typeof value === 'number' && Number(schema['minimum'] ?? value) > value ? 'is negative' : null;
  if (schema['format'] === 'uuid' && !isUuid(value)) return 'is no UUID';
  if (schema['format'] === 'date-time' && !isDateTime(value)) return 'is no date-time';
  return null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function propertiesOf(kind: RecordKind): JsonObject {
  const schema = schemas[kind];
  return isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
}
