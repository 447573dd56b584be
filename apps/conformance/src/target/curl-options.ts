/** What `curl` needs besides the request to reach a target. */
import path from 'node:path';
import { isRecord } from '@outreach-api/model/records/is-record';

const files = [
  ['ca', '--cacert'],
  ['cert', '--cert'],
  ['key', '--key'],
] as const;

/**
 * What `curl` needs besides the request to reach a target: its `headers` and `tls`. A value from the environment is
 * named by its variable; one that is written in the file is left out, since it may be a credential.
 *
 * @param file - the path of the target file
 * @param written - its content before `${NAME}` is replaced, which need not be valid
 */
export function curlOptions(file: string, written: unknown): readonly string[] {
  const { headers, tls } = isRecord(written) ? written : {};
  const given = isRecord(tls) ? tls : {};
  return [
    ...Object.entries(isRecord(headers) ? headers : {}).map(
      ([name, value]) => `-H "${name}: ${inShell(value, name)}"`,
    ),
    ...files.flatMap(([field, option]) =>
      typeof given[field] === 'string'
        ? [`${option} ${quoted(path.join(path.dirname(file), given[field]))}`]
        : [],
    ),
    ...('passphrase' in given ? [`--pass "${inShell(given['passphrase'], 'passphrase')}"`] : []),
  ];
}

/** For use between double quotes. */
function inShell(written: unknown, name: string): string {
  if (typeof written !== 'string' || !/\$\{\w+\}/.test(written)) return `<${name}>`;
  return written.replaceAll(/\$\{\w+\}|["\\$`]/g, (found) => (found.length > 1 ? found : `\\${found}`));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
