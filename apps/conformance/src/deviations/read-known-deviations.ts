/** Reads a file of known deviations, with clear errors. */
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { explainSchemaErrors } from '../target/explain-schema-errors.ts';
import { parseCommentedJson } from '../target/parse-commented-json.ts';
import { readText } from '../target/read-text.ts';
import { schemaValidator } from '../target/schema-validator.ts';
import type { KnownDeviation } from '@outreach-api/report/deviations/known-deviation';
import schema from './known-deviations.schema.json' with { type: 'json' };

interface DeviationsFile {
  readonly deviations: readonly KnownDeviation[];
}

const validator = schemaValidator<DeviationsFile>(schema, { allErrors: true, verbose: true }, 'file');

/**
 * Reads a file of known deviations: `{ "deviations": [{ rule, reason, owner, until }] }`, or just the array. Comments
 * and trailing commas are allowed.
 *
 * @throws ConfigurationError if the file cannot be read, is not JSON, has a wrong entry, a date that does not exist, or
 *   two entries for one rule that do not each pin a different breach
 */
export async function readKnownDeviations(file: string): Promise<readonly KnownDeviation[]> {
  const written = parseCommentedJson(file, await readText(file));
  const whole: unknown = Array.isArray(written) ? { deviations: written } : written;
  const validate = validator();
  if (!validate(whole))
    throw new ConfigurationError(
      `${file}: ${explainSchemaErrors(validate.errors ?? [], 'a file of known deviations')}`,
    );
  const pins = new Map<string, readonly (string | null)[]>();
  for (const [index, { rule, until, verdict, breach = null }] of whole.deviations.entries()) {
    if (!isDate(until))
      throw new ConfigurationError(
        `${file}: \`deviations[${index}].until\` is not an existing date: ${until}`,
      );
    if (verdict !== undefined && breach !== null)
      throw new ConfigurationError(
        `${file}: \`deviations[${index}]\` has a \`breach\`, and a \`verdict\` that says that there is none; keep one of them`,
      );
    const own = [...(pins.get(rule) ?? []), breach];
    if (own.length > 1 && (own.includes(null) || new Set(own).size < own.length))
      throw new ConfigurationError(
        `${file}: ${rule} is listed twice; keep one of its entries, or pin another \`breach\` in each`,
      );
    pins.set(rule, own);
  }
  return whole.deviations;
}

/** February has no 30th: it would be read as a day of March. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
