/** Validators of files by the JSON Schemas that the suite publishes. */
import { Ajv2020, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * A validator for one of our schemas. Making one is slow, so it is made when a file is first read, not when a module is
 * loaded, and then kept; that the schemas are valid is tested, not checked each time.
 *
 * @param part - the name of a definition in it; the whole schema if not set
 */
export function schemaValidator<Value>(
  schema: AnySchemaObject,
  options: Options,
  part: string | null = null,
): () => ValidateFunction<Value> {
  let made: ValidateFunction<Value> | undefined;
  return () => (made ??= compiled<Value>(schema, options, part));
}

function compiled<Value>(
  schema: AnySchemaObject,
  options: Options,
  part: string | null,
): ValidateFunction<Value> {
  const ajv = new Ajv2020({ ...options, validateSchema: false, meta: false });
  if (part === null) return ajv.compile<Value>(schema);
  ajv.addSchema(schema);
  return ajv.compile<Value>({ $ref: `${String(schema['$id'])}#/$defs/${part}` });
}
