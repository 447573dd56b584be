/** Reads a client file and declared policies, with clear errors. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ConfigurationError } from '../../target/configuration-error.ts';
import { explainSchemaErrors } from '../../target/explain-schema-errors.ts';
import { parseCommentedJson } from '../../target/parse-commented-json.ts';
import { readText } from '../../target/read-text.ts';
import type { DeclaredBackoff } from '../backoff/declared-backoff.ts';
import schema from './client-file.schema.json' with { type: 'json' };

/** How the driver of a client is run, and what its owner declares in place of the driver. */
export interface ClientFile {
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  readonly backoff?: DeclaredBackoff;
}

// A declared policy gets its defaults from the schema.
const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, useDefaults: true });
ajv.addSchema(schema);
const validateFile = ajv.compile<ClientFile>({ $ref: `${schema.$id}#/$defs/file` });
const validateBackoff = ajv.compile<DeclaredBackoff>({ $ref: `${schema.$id}#/$defs/backoff` });

/**
 * Reads a client file. Comments and trailing commas are allowed.
 *
 * @throws ConfigurationError where it cannot be read, is no JSON, has an unknown key or a wrong value
 */
export async function readClientFile(file: string): Promise<ClientFile> {
  const written = parseCommentedJson(file, await readText(file));
  if (validateFile(written)) return written;
  throw new ConfigurationError(`${file}: ${explainSchemaErrors(validateFile.errors ?? [], 'a client file')}`);
}

/**
 * A policy as a driver declares it, what it leaves out filled in.
 *
 * @throws ConfigurationError where it is none
 */
export function readBackoff(declared: unknown): DeclaredBackoff {
  const copy: unknown = structuredClone(declared);
  if (validateBackoff(copy)) return copy;
  const faults = explainSchemaErrors(validateBackoff.errors ?? [], 'a policy');
  throw new ConfigurationError(`the \`backoff\` that the driver declares cannot be read: ${faults}`);
}
