/** Exchanges as `curl` commands that run as they are. */
import type { Exchange } from '../session/exchange.ts';

const createdKey = 'OUTREACH_CREATED_KEY';

/**
 * Exchanges as `curl` commands that run as they are, one a line: credentials come from the environment, and a key
 * that the suite created is created anew.
 *
 * @param baseUrl - of the target
 */
export function curlOf(exchanges: readonly Exchange[], baseUrl: string): string {
  const needsKey = exchanges.some(({ authorization }) => authorization?.includes(createdKey) === true);
  return [...(needsKey ? [createKey(baseUrl)] : []), ...exchanges.map(one)].join('\n');
}

function one({ request, authorization }: Exchange): string {
  return [
    'curl -sS -i',
    ...(request.method === 'GET' && request.body === null ? [] : [`-X ${request.method}`]),
    quoted(request.url),
    ...(authorization === null ? [] : [`-H "Authorization: ${authorization}"`]),
    ...(request.body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(request.body)}`]),
  ].join(' ');
}

function createKey(baseUrl: string): string {
  const url = quoted(`${baseUrl}/id/api/jwt-tokens/create-api-key`);
  const create = `curl -sS -X POST ${url} -H "Authorization: Bearer $OUTREACH_TOKEN" -H 'Content-Type: application/json' --data-raw '{"name":"curl"}'`;
  return `${createdKey}=$(${create} | sed -n 's/.*"last_token" *: *"\\([^"]*\\)".*/\\1/p')`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
