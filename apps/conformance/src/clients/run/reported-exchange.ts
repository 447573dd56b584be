/** Requests of a client in the form in which reports show exchanges. */
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { ClientExchange, CredentialSeen } from '../client-exchange.ts';
import type { DriverCall } from '../driver-call.ts';

/** Placeholder for the address of the service, which differs from call to call. */
export const serviceAddress = 'http://service.invalid';

/** The requests of a call in the form in which reports show exchanges. */
export function exchangesOf({ exchanges, key }: DriverCall): readonly Exchange[] {
  const began = exchanges[0]?.arrivedAt ?? 0;
  return exchanges.map((exchange) => ({
    ...reportedExchange(exchange, key),
    arrivedAfterMs: exchange.arrivedAt - began,
  }));
}

/**
 * A request of a client in the form in which reports show exchanges.
 *
 * @param key - the label of the key that the client was given; null if unknown
 */
export function reportedExchange(exchange: ClientExchange, key: string | null): Exchange {
  const { method, path, headers, body, answer, arrivedAt, answeredAt, credential } = exchange;
  return {
    role: 'subject',
    request: { method, url: `${serviceAddress}${path}`, headers, body },
    caller: callerOf(credential, key),
    authorization: authorizationOf(credential, key),
    answer,
    failure: answer === null ? 'the service closed the connection' : null,
    milliseconds: (answeredAt ?? arrivedAt) - arrivedAt,
  };
}

function callerOf(credential: CredentialSeen, key: string | null): string {
  if (credential.kind === 'none') return 'no credential';
  if (credential.kind === 'not recorded') return 'a credential that is not recorded';
  if (credential.kind === 'other scheme') return `the scheme ${credential.scheme}`;
  return credential.label === key ? 'the key that it was given' : credential.label;
}

function authorizationOf(credential: CredentialSeen, key: string | null): string | null {
  if (credential.kind === 'none' || credential.kind === 'not recorded') return null;
  if (credential.kind === 'other scheme') return `${credential.scheme} …`;
  return `Bearer ${credential.label === key ? '$OUTREACH_TOKEN' : `<${credential.label}>`}`;
}
