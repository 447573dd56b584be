/** CLI-01: every request carries `Authorization: Bearer <key>` (Authentication). */
import { Unmet } from '@outreach-api/engine';
import type { ClientExchange, CredentialSeen } from '../client-exchange.ts';
import { broken, defineClientRule, every, held, requestsOf, shownBy, type Judgement } from './client-rule.ts';
import { requestInShort } from './request-in-short.ts';

type Recorded = Exclude<CredentialSeen, { readonly kind: 'not recorded' }>;

/** A request and the key that its client was given. */
interface Authorized {
  readonly request: string;
  readonly path: string;
  readonly credential: Recorded;
  /** The label of the key; null if unknown. */
  readonly key: string | null;
}

/** Every request to one of the seven operations carries the key that the client was given. */
export const bearerOnEveryRequest = defineClientRule<readonly Authorized[]>({
  id: 'CLI-01',
  inCalls: ({ calls }) =>
    atLeastOne(requestsOf(calls).flatMap(({ request, call }) => authorized(request, call.key))),
  inExchanges: (exchanges) => atLeastOne(exchanges.flatMap((request) => authorized(request, null))),
  judge: (requests) => every(requests.map(judged)),
  breaches: {
    'a request carries no credential': (requests) => withCredential(requests, { kind: 'none' }),
    'a request names another scheme': (requests) =>
      withCredential(requests, { kind: 'other scheme', scheme: 'Basic' }),
  },
});

/** The description covers only requests to the seven operations. */
function authorized(exchange: ClientExchange, key: string | null): readonly Authorized[] {
  const { operation, credential } = exchange;
  if (operation === null || credential.kind === 'not recorded') return [];
  return [{ request: requestInShort(exchange), path: exchange.path, credential, key }];
}

function atLeastOne(requests: readonly Authorized[]): readonly Authorized[] {
  if (requests.length === 0) throw new Unmet('no request was made');
  return requests;
}

function judged({ request, path, credential, key }: Authorized): Judgement {
  return shownBy(judgedCredential(request, credential, key), { sent: [path] });
}

function judgedCredential(request: string, credential: Recorded, key: string | null): Judgement {
  if (credential.kind === 'none') return broken('no-credential', { request });
  if (credential.kind === 'other scheme')
    return broken('credential-of-another-scheme', { request, scheme: credential.scheme });
  return key === null || credential.label === key ? held : broken('another-key', { request });
}

function withCredential(
  [first, ...others]: readonly Authorized[],
  credential: Recorded,
): readonly Authorized[] | undefined {
  return first === undefined ? undefined : [{ ...first, credential }, ...others];
}
