/** The documented fields of each kind of record, read from the OpenAPI document, and what is wrong with a record. */
import openapi from '@outreach-api/types/openapi.json' with { type: 'json' };
import { isDateTime } from './date-time.ts';
import { isRecord, type JsonObject } from './is-record.ts';
import { canonicalUuid, isUuid } from './uuid.ts';

/** The record kinds whose fields the description lists. */
export type RecordKind = 'ApiKey' | 'Webhook' | 'WebhookList' | 'SenderProfile';

/** What the document says about a field. */
interface FieldSchema {
  readonly field: string;
  readonly types: readonly string[];
  readonly format: unknown;
  readonly minimum: number | null;
}

const { schemas } = openapi.components;

/** Read once: the records of every answer are checked. */
const fields: Readonly<Record<RecordKind, readonly FieldSchema[]>> = {
  ApiKey: fieldSchemasOf(schemas.ApiKey),
  Webhook: fieldSchemasOf(schemas.Webhook),
  WebhookList: fieldSchemasOf(schemas.WebhookList),
  SenderProfile: fieldSchemasOf(schemas.SenderProfile),
};

/** The documented fields of a kind of record, in the order of the description. */
export function fieldsOf(kind: RecordKind): readonly string[] {
  return fields[kind].map(({ field }) => field);
}

/**
 * The documented fields of a record, for comparison with another reading of it: undocumented fields may differ from
 * read to read, and so may the letter case of its uuid.
 */
export function documented(kind: RecordKind, record: JsonObject): JsonObject {
  return Object.fromEntries(
    fieldsOf(kind).map((field) => {
      const value = record[field];
      return [field, field === 'uuid' && typeof value === 'string' ? canonicalUuid(value) : value];
    }),
  );
}

/** What is wrong with a field of a record, or with all of it. */
export type FieldFault =
  | { readonly field: null; readonly is: 'no object'; readonly kind: RecordKind }
  | { readonly field: string; readonly is: 'missing' | 'negative' | 'no UUID' | 'no date-time' }
  | {
      readonly field: string;
      readonly is: 'of another type';
      readonly type: string;
      readonly types: readonly string[];
    };

/** What is wrong with the fields of a record; empty if it is as described. */
export function faultsOf(kind: RecordKind, value: unknown): readonly FieldFault[] {
  if (!isRecord(value)) return [{ field: null, is: 'no object', kind }];
  const faults: FieldFault[] = [];
  for (const schema of fields[kind]) {
    const { field } = schema;
    const fault: FieldFault | null =
      field in value ? faultOf(value[field], schema) : { field, is: 'missing' };
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

function faultOf(value: unknown, { field, types, format, minimum }: FieldSchema): FieldFault | null {
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number'))) {
    return { field, is: 'of another type', type, types };
  }
  if (typeof value !== 'string')
    return typeof value === 'number' && minimum !== null && minimum > value
      ? { field, is: 'negative' }
      : null;
  if (format === 'uuid' && !isUuid(value)) return { field, is: 'no UUID' };
  if (format === 'date-time' && !isDateTime(value)) return { field, is: 'no date-time' };
  return null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function fieldSchemasOf({ properties }: { readonly properties: JsonObject }): readonly FieldSchema[] {
  return Object.entries(properties).map(([field, schema]) => {
    const { type, format, minimum } = isRecord(schema) ? schema : {};
    return {
      field,
      types: [type].flat().filter((one) => typeof one === 'string'),
      format,
      minimum: typeof minimum === 'number' ? minimum : null,
    };
  });
}
