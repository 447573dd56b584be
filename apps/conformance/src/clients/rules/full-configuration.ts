/** CLI-04: a webhook test sends the full configuration (Test a webhook). */
import { Unmet } from '@outreach-api/engine';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import { sentIn } from '@outreach-api/model/records/exchange-seen';
import { withPlainEscapes } from '@outreach-api/model/texts/plain-escapes';
import type { ClientExchange } from '../client-exchange.ts';
import { broken, defineClientRule, every, held, requestsOf, shownBy, type Judgement } from './client-rule.ts';

const testPath = '/integrations/api/webhooks/test';
const required = ['event', 'request_method', 'target_url'] as const;

/** A webhook test as it was sent, and the input of the call. */
interface WebhookTest {
  readonly sent: unknown;
  /** Null if unknown. */
  readonly asked: JsonObject | null;
}

/** A webhook test sends `event`, `request_method` and `target_url`, those that the caller gave. */
export const fullConfiguration = defineClientRule<readonly WebhookTest[]>({
  id: 'CLI-04',
  needs: ['webhooks.test'],
  inCalls: ({ calls }) =>
    atLeastOne(
      requestsOf(calls).flatMap(({ request, call }) =>
        testIn(request, call.call === 'webhooks.test' ? call.with : null),
      ),
    ),
  inExchanges: (exchanges) => atLeastOne(exchanges.flatMap((request) => testIn(request, null))),
  judge: (tests) => every(tests.map(judged)),
  breaches: {
    '`event` is left out': (tests) => without(tests, 'event'),
    '`request_method` is left out': (tests) => without(tests, 'request_method'),
    '`target_url` is left out': (tests) => without(tests, 'target_url'),
    'only the uuid is sent': (tests) => tests.map(({ asked }) => ({ asked, sent: { uuid: 'a' } })),
  },
});

function testIn(exchange: ClientExchange, asked: JsonObject | null): readonly WebhookTest[] {
  const { operation, headers, body } = exchange;
  if (operation !== 'testWebhook' || 'content-encoding' in headers) return [];
  const sent = sentIn(body);
  // Bodies that are not JSON are covered by another statement.
  return typeof sent === 'string' && sent === body ? [] : [{ sent, asked }];
}

function atLeastOne(tests: readonly WebhookTest[]): readonly WebhookTest[] {
  if (tests.length === 0) throw new Unmet('no webhook test was sent');
  return tests;
}

function judged({ sent, asked }: WebhookTest): Judgement {
  const fields = isRecord(sent) ? sent : {};
  return every(
    required.map((name) => {
      const value = fields[name];
      const shown = { sent: [testPath] };
      if (typeof value !== 'string') return shownBy(broken('test-lacks-a-field', { name, value }), shown);
      if (asked === null || isSame(name, value, asked[name])) return held;
      return shownBy(broken('test-changes-a-field', { name, value, asked: asked[name] }), shown);
    }),
  );
}

/** Addresses may be written in more than one way (RFC 3986, 6.2.2), methods and events in either letter case. */
function isSame(name: (typeof required)[number], sent: string, asked: unknown): boolean {
  if (typeof asked !== 'string') return true;
  const [one, other] = [sent, asked].map((text) =>
    name === 'target_url' ? normalizedAddress(text) : text.toLowerCase(),
  );
  return one === other;
}

function normalizedAddress(text: string): string {
  return withPlainEscapes(URL.canParse(text) ? new URL(text).href : text);
}

function without(tests: readonly WebhookTest[], field: string): readonly WebhookTest[] {
  return tests.map(({ sent, asked }) => {
    const { [field]: _, ...others } = isRecord(sent) ? sent : {};
    return { sent: others, asked };
  });
}
