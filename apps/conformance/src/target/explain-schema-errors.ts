/** Explains to people how a file that they wrote violates its JSON Schema. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import leven from 'leven';

/**
 * How a file violates its JSON Schema, in a sentence for people. It quotes no value of the file, which may be a
 * credential.
 *
 * @param errors - of a validator that was made with `verbose: true`
 * @param what - the kind of file with its article, e.g. `a target file`
 */
export function explainSchemaErrors(errors: readonly ErrorObject[], what: string): string {
  return [...new Set(errors.map((error) => explainOne(error, what)))].join('; ');
}

function explainOne(error: ErrorObject, what: string): string {
  const field = error.instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  const where = field === '' ? '' : `\`${field}\` `;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      const known = Object.keys(error.parentSchema?.['properties'] ?? {});
      const near = known.filter((name) => leven(name.toLowerCase(), key.toLowerCase()) <= 2);
      const hint =
        near.length > 0 ? `did you mean \`${near.join('` or `')}\`?` : `known keys: ${known.join(', ')}`;
      return `\`${field === '' ? key : `${field}.${key}`}\` is not a key of ${what}; ${hint}`;
    }
    case 'required':
      return `${where}\`${String(error.params['missingProperty'])}\` is missing`;
    case 'enum':
      return `${where}must be one of ${JSON.stringify(error.params['allowedValues'])}`;
    default:
      return `${where === '' ? 'the file ' : where}${error.message ?? 'is not as it should be'}`;
  }
}
