/** Reads back the history of a client's run, with clear errors. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isRecord } from '@outreach-api/model/records/is-record';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import {
  clientHistoryFormat,
  type ClientEndLine,
  type ClientHeaderLine,
  type ClientHistory,
  type ClientHistoryLine,
  type ScenarioLine,
} from './client-history-line.ts';
import schema from './client-history.schema.json' with { type: 'json' };

type Validate = ValidateFunction<ClientHistoryLine>;

/** Whether the first line of a history says that the history is a client's. */
export function isOfClient(firstLine: string): boolean {
  const line = parsedJson(firstLine.replace(/^\uFEFF/, ''));
  return isRecord(line) && line['kind'] === 'client history';
}

/**
 * Reads the history of a client's run.
 *
 * @param file - its name, for messages
 * @throws ConfigurationError if it is not a history, is damaged, has no end, or is in another format
 */
export async function readClientHistory(
  file: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<ClientHistory> {
  const validate: Validate = new Ajv2020({
    allErrors: false,
    discriminator: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
  }).compile<ClientHistoryLine>(schema);
  let header: ClientHeaderLine | null = null;
  let end: ClientEndLine | null = null;
  const scenarios: ScenarioLine[] = [];
  let count = 0;
  for await (const text of texts) {
    count += 1;
    if (text === '') continue;
    if (end !== null) throw damaged(file, count, 'there is more after its end');
    const line = lineOf(file, text, count, validate);
    if ((line.kind === 'client history') !== (header === null))
      throw damaged(file, count, header === null ? 'it is not a header' : 'another history begins');
    if (line.kind === 'client history') header = line;
    else if (line.kind === 'end') end = line;
    else scenarios.push(line);
  }
  if (header === null) throw damaged(file, 1, 'it is empty');
  if (end === null) throw new ConfigurationError(`${file}: it is cut: the end of the run is missing`);
  return { header, scenarios, end };
}

function lineOf(file: string, text: string, number: number, validate: Validate): ClientHistoryLine {
  const line = parsedJson(text.replace(/^\uFEFF/, ''));
  if (line === undefined) throw damaged(file, number, 'it is not JSON; was it cut?');
  if (isRecord(line) && line['kind'] === 'client history' && line['format'] !== clientHistoryFormat)
    throw new ConfigurationError(
      `${file}: it has the form ${String(line['format'])}; this version reads those of the form ${clientHistoryFormat}`,
    );
  if (validate(line)) return line;
  const [error] = validate.errors ?? [];
  const where = error?.instancePath === '' ? '' : `\`${error?.instancePath.slice(1) ?? ''}\` `;
  throw damaged(file, number, `${where}${error?.message ?? 'is not as it should be'}`);
}

function damaged(file: string, line: number, why: string): ConfigurationError {
  return new ConfigurationError(`${file}: line ${line} is damaged: ${why}`);
}
