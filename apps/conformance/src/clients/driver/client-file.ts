/** Reads client files and declared policies, with clear errors. */
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { explainSchemaErrors } from '../../target/explain-schema-errors.ts';
import { parseCommentedJson } from '../../target/parse-commented-json.ts';
import { readText } from '../../target/read-text.ts';
import { schemaValidator } from '../../target/schema-validator.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import schema from './client-file.schema.json' with { type: 'json' };

/** How to run the driver of a client, and what its owner declares instead of the driver. */
export interface ClientFile {
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  readonly backoff?: DeclaredBackoff;
}

// A declared policy gets its defaults from the schema.
const options = { allErrors: true, verbose: true, allowUnionTypes: true, useDefaults: true };
const fileValidator = schemaValidator<ClientFile>(schema, options, 'file');
const backoffValidator = schemaValidator<DeclaredBackoff>(schema, options, 'backoff');

/**
 * Reads a client file. Comments and trailing commas are allowed.
 *
 * @throws ConfigurationError if it cannot be read, is not JSON, or has an unknown key or a wrong value
 */
export async function readClientFile(file: string): Promise<ClientFile> {
  const written = parseCommentedJson(file, await readText(file));
  const validate = fileValidator();
  if (validate(written)) return written;
  throw new ConfigurationError(`${file}: ${explainSchemaErrors(validate.errors ?? [], 'a client file')}`);
}

/**
 * A policy as a driver declares it, with defaults for what it leaves out.
 *
 * @throws ConfigurationError if it is not a policy
 */
export function readBackoff(declared: unknown): DeclaredBackoff {
  const copy: unknown = structuredClone(declared);
  const validate = backoffValidator();
  if (validate(copy)) return copy;
  const faults = explainSchemaErrors(validate.errors ?? [], 'a policy');
  throw new ConfigurationError(`the \`backoff\` that the driver declares cannot be read: ${faults}`);
}
