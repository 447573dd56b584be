/** Reads JSON that people write: with comments and trailing commas. */
// Node finds no named exports in the package's UMD build.
// oxlint-disable import/default, import/no-named-as-default-member
import jsonc, { type ParseError } from 'jsonc-parser';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

/**
 * Reads JSON that people write: comments and trailing commas are allowed, as in a `tsconfig.json`.
 *
 * @param file - its name, for the message
 * @throws ConfigurationError if it is not JSON; the message contains the line number but none of the text, which may
 *   hold a credential
 */
export function parseCommentedJson(file: string, text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const value: unknown = jsonc.parse(json, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const isCutOff = json.slice(first.offset).trim() === '';
  const line = json.slice(0, first.offset).split('\n').length;
  throw new ConfigurationError(
    `${file}: it is not JSON${isCutOff ? ' (it ends too early)' : ` (line ${line})`}`,
  );
}
