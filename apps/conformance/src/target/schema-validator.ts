/** Validators of files by the JSON Schemas that the suite publishes. */
import { Ajv2020, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * A validator by one of our schemas. To make one takes a while, so it is made where a file is read, not where a module
 * is loaded; that the schemas are such is not asked again each time, but tested.
 *
 * @param part - the name of the definition in it that is meant; the whole schema where not set
 */
export function schemaValidator<Value>(
  schema: AnySchemaObject,
  options: Options,
  part: string | null = null,
): ValidateFunction<Value> {
  const ajv = new Ajv2020({ ...options, validateSchema: false, meta: false });
  if (part === null) return ajv.compile<Value>(schema);
  ajv.addSchema(schema);
  return ajv.compile<Value>({ $ref: `${String(schema['$id'])}#/$defs/${part}` });
}
