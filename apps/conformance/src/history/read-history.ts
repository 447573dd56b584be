/** Reads a history back, with clear errors. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { schemaValidator } from '../target/schema-validator.ts';
import { historyFormat, type EndLine, type HeaderLine, type HistoryLine } from './history-line.ts';
import schema from './history.schema.json' with { type: 'json' };
import { fromPlainJson } from './plain-json.ts';

/** A history as it was written: its first line, its last, and all between. */
export interface WrittenHistory {
  readonly header: HeaderLine;
  readonly lines: readonly HistoryLine[];
  readonly end: EndLine;
}

type Validate = ValidateFunction<HistoryLine>;

const options = {
  allErrors: false,
  discriminator: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
};
const validator = schemaValidator<HistoryLine>(schema, options);

/**
 * Reads a history that `--history` wrote.
 *
 * @param file - its name, for messages
 * @throws ConfigurationError if it is none, is damaged, has no end, or has another format
 */
export async function readHistory(
  file: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<WrittenHistory> {
  const validate = validator();
  let header: HeaderLine | null = null;
  let end: EndLine | null = null;
  const lines: HistoryLine[] = [];
  let count = 0;
  let broken: number | null = null;
  for await (const text of texts) {
    count += 1;
    if (text === '') continue;
    if (broken !== null) throw damaged(file, broken, 'it is not JSON');
    if (end !== null) throw damaged(file, count, 'there is more after its end');
    const written = parsedJson(header === null ? text.replace(/^\uFEFF/, '') : text);
    // A truncated last line gets a different message.
    if (written === undefined && header !== null) broken = count;
    else if (header === null) header = firstLine(file, written, validate);
    else {
      const line = lineOf(file, written, count, validate);
      if (line.kind === 'end') end = line;
      else lines.push(line);
    }
  }
  if (header === null) throw foreign(file, 'it is empty');
  if (end === null) throw new ConfigurationError(`${file}: it is cut: the end of the run is missing`);
  return { header, lines, end };
}

function firstLine(file: string, line: unknown, validate: Validate): HeaderLine {
  if (isHistory(line) && line.format !== historyFormat)
    throw new ConfigurationError(
      `${file}: it has the form ${String(line.format)}; this version reads histories of the form ${historyFormat}`,
    );
  const isGood = validate(line) && line.kind === 'history' && URL.canParse(line.target.baseUrl);
  if (isGood) return line;
  throw foreign(file, `its first line is ${isHistory(line) ? 'damaged' : 'no header of one'}`);
}

function lineOf(
  file: string,
  line: unknown,
  number: number,
  validate: Validate,
): Exclude<HistoryLine, HeaderLine> {
  if (!validate(line)) {
    const [error] = validate.errors ?? [];
    const where = error?.instancePath === '' ? '' : `\`${error?.instancePath.slice(1) ?? ''}\` `;
    throw damaged(file, number, `${where}${error?.message ?? 'is not as it should be'}`);
  }
  if (line.kind === 'history') throw damaged(file, number, 'another history begins');
  if (line.kind === 'exchange' && !URL.canParse(line.request.url))
    throw damaged(file, number, '`request/url` is no address');
  try {
    if (line.kind === 'run') fromPlainJson([line.given, line.seen]);
    if (line.kind === 'exchange') fromPlainJson(line.key);
  } catch (error) {
    throw damaged(file, number, error instanceof Error ? error.message : String(error));
  }
  return line;
}

function isHistory(line: unknown): line is { readonly format: unknown } {
  return (
    typeof line === 'object' && line !== null && 'format' in line && 'kind' in line && line.kind === 'history'
  );
}

function foreign(file: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `${file}: it is not a history of outreach-conformance (${why}); --history FILE writes one`,
  );
}

function damaged(file: string, line: number, why: string): ConfigurationError {
  return new ConfigurationError(`${file}: line ${line} is damaged: ${why}`);
}
