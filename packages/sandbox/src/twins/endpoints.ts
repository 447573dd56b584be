/** Twins that break the section Endpoints: "Request and response bodies are JSON". */
import type { Behaviour } from '../behaviour.ts';
import type { Operation } from '../request-record.ts';
import { whateverListsWebhooks } from './consequences.ts';
import { defineTwins } from './twin.ts';

/** Writes the successful answers of an operation in a format other than JSON. */
function written(
  right: Behaviour,
  operation: Operation,
  type: string,
  write: (json: string) => string,
): Behaviour {
  return {
    ...right,
    success: (value, call) => {
      const answer = right.success(value, call);
      if (call.operation !== operation) return answer;
      return { ...answer, body: { kind: 'text', text: write(JSON.stringify(value)), type } };
    },
  };
}

export const endpointsTwins = defineTwins({
  'profile-is-html': {
    breaks: 'JSON-01',
    also: ['PROF-01', 'PROF-02', 'PROF-05', 'PROF-06', 'PROF-10', 'PROF-12'],
    twist: (right) => written(right, 'senderProfiles.get', 'text/html', (json) => `<pre>${json}</pre>`),
  },
  'list-has-a-trailing-comma': {
    breaks: 'JSON-01',
    also: [...whateverListsWebhooks],
    twist: (right) =>
      written(right, 'webhooks.list', 'application/json', (json) => json.replace(/\}$/, ',}')),
  },
  'list-is-json-lines': {
    breaks: 'JSON-01',
    also: [...whateverListsWebhooks],
    twist: (right) => written(right, 'webhooks.list', 'application/json', (json) => `${json}\n${json}\n`),
  },
  'updated-profile-is-in-single-quotes': {
    breaks: 'JSON-01',
    also: ['PROF-04', 'PROF-06'],
    needs: ['updates'],
    twist: (right) =>
      written(right, 'senderProfiles.update', 'application/json', (json) => json.replaceAll('"', "'")),
  },
  'created-key-is-form-encoded': {
    breaks: 'JSON-01',
    also: ['AUTH-05', 'KEY-01', 'KEY-02', 'KEY-04', 'KEY-07'],
    needs: ['createApiKeys'],
    twist: (right) =>
      written(right, 'apiKeys.create', 'application/x-www-form-urlencoded', (json) =>
        encodeURIComponent(json),
      ),
  },
});
