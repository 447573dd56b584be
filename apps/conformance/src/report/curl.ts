/** Exchanges as `curl` commands that run as they are. */
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { Target } from '../target/target.ts';

const createdKey = 'OUTREACH_CREATED_KEY';

/**
 * Exchanges as `curl` commands that run as they are, one per line: credentials come from the environment, and a key
 * that the suite created is created again.
 */
export function curlOf(
  exchanges: readonly Exchange[],
  { baseUrl, curlOptions }: Pick<Target, 'baseUrl' | 'curlOptions'>,
): string {
  const needsKey = exchanges.some(({ authorization }) => authorization?.includes(createdKey) === true);
  const curl = ['curl -sS', ...curlOptions].join(' ');
  return [
    ...(needsKey ? [createKey(curl, baseUrl)] : []),
    ...exchanges.map((exchange) => `${curl} ${one(exchange)}`),
  ].join('\n');
}

function one({ request, authorization }: Exchange): string {
  return [
    '-i',
    ...(request.method === 'GET' && request.body === null ? [] : [`-X ${request.method}`]),
    quoted(request.url),
    ...(authorization === null ? [] : [`-H "Authorization: ${authorization}"`]),
    ...(request.body === null
      ? []
      : [`-H ${quoted(contentType(request))}`, `--data-raw ${quoted(request.body)}`]),
  ].join(' ');
}

/** A client may have given another content type, or none; curl would say that it is a form. */
function contentType({ headers }: Exchange['request']): string {
  const type = headers['content-type'];
  return type === undefined ? 'Content-Type:' : `Content-Type: ${type}`;
}

function createKey(curl: string, baseUrl: string): string {
  const url = quoted(`${baseUrl}/id/api/jwt-tokens/create-api-key`);
  const create = `${curl} -X POST ${url} -H "Authorization: Bearer $OUTREACH_TOKEN" -H 'Content-Type: application/json' --data-raw '{"name":"curl"}'`;
  return `${createdKey}=$(${create} | sed -n 's/.*"last_token" *: *"\\([^"]*\\)".*/\\1/p')`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
