import { expect, it } from 'vitest';
import type { Contradiction } from '../rules/breaches/breach-values.ts';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { breachExchanges } from './breach-exchanges.ts';

const uuid = '66aea37e-b035-4399-ab0b-af2bdd42e90e';
const other = '4d7a80f9-126d-4832-9259-2595353ac63a';
const profile = '/flows/api/sender-profiles';
const anyBreach: Contradiction = { code: 'default-limit', values: {} };

function exchange(line: string, status = 200, more: Partial<Exchange> = {}): Exchange {
  const [method = '', path = '', body = null] = line.split(' ');
  return {
    role: 'subject',
    request: { method, url: `https://staging.example.com${path}`, headers: {}, body },
    caller: 'the key of the target file',
    authorization: 'Bearer $OUTREACH_TOKEN',
    answer: { status, headers: {}, text: '{}' },
    failure: null,
    milliseconds: 1,
    ...more,
  };
}

/** As `subject GET /path × times`, without the base address. */
function shownOf(breach: Contradiction, exchanges: readonly Exchange[]): readonly string[] {
  return breachExchanges(breach, exchanges).withControls.map(({ exchange: { request }, role, times }) =>
    [role, request.method, new URL(request.url).pathname, ...(times === 1 ? [] : [`× ${times}`])].join(' '),
  );
}

it('shows equal exchanges once, beside their controls', () => {
  const control = exchange('GET /a', 200, { role: 'control' });
  const read = exchange('GET /b');
  expect(shownOf(anyBreach, [control, read, read, read, control])).toEqual([
    'control GET /a × 2',
    'subject GET /b × 3',
  ]);
});

it('keeps equal reads apart between which something was changed', () => {
  const [read, change] = [exchange('GET /a'), exchange('PUT /a {}')];
  expect(shownOf(anyBreach, [change, read, change, read])).toEqual([
    'subject PUT /a',
    'subject GET /a',
    'subject PUT /a',
    'subject GET /a',
  ]);
});

it('shows of many requests the operation, the caller and the status that the breach names', () => {
  const anonymous = { caller: 'no credential', authorization: null };
  const exchanges = [
    exchange(`GET ${profile}/${uuid}`, 401, anonymous),
    exchange('POST /integrations/api/webhooks/test {}', 200, anonymous),
    exchange('POST /integrations/api/webhooks/test {}', 401, { caller: 'random text' }),
    exchange(`DELETE ${profile}/${uuid}`, 401, anonymous),
  ];
  const shownBy = { operations: ['testWebhook'], callers: ['no credential'], statuses: [200] } as const;
  const { shown } = breachExchanges({ ...anyBreach, shownBy }, exchanges);
  expect(shown.map((one) => one.exchange)).toEqual([exchanges[1]]);
  const read = { operations: ['getSenderProfile'], callers: ['no credential'], statuses: [401] } as const;
  expect(
    breachExchanges({ ...anyBreach, shownBy: read }, exchanges).shown.map((one) => one.exchange),
  ).toEqual([exchanges[0]]);
});

it('shows the read of the record that the breach names, and the change before it', () => {
  const reads = (status: number): readonly Exchange[] =>
    [uuid, other].map((id) => exchange(`GET ${profile}/${id}`, status));
  const exchanges = [...reads(200), exchange(`DELETE ${profile}/${other}`, 204), ...reads(404)];
  const breach = { ...anyBreach, shownBy: { sent: [uuid] } };
  expect(shownOf(breach, exchanges)).toEqual([
    `subject GET ${profile}/${uuid}`,
    `subject DELETE ${profile}/${other}`,
    `subject GET ${profile}/${uuid}`,
  ]);
});

it('shows the request that a judgement marks, by its body', () => {
  const [first, second] = ['one', 'two'].map((name) =>
    exchange(`POST /test {"target_url":"https://x/${name}"}`),
  );
  const breach = { ...anyBreach, shownBy: { seen: ['https://x/one'] } };
  const { shown } = breachExchanges(
    breach,
    [first, second].flatMap((one) => one ?? []),
  );
  expect(shown.map((one) => one.exchange)).toEqual([first]);
});

it('shows the page that the breach names, by its query', () => {
  const pages = ['?limit=6', '?limit=10', '?limit=6&offset=6', ''].map((query) =>
    exchange(`GET /integrations/api/webhooks${query}`),
  );
  const shown = (limit: number | null, offset: number | null): readonly Exchange[] =>
    breachExchanges({ ...anyBreach, shownBy: { query: { limit, offset } } }, pages).shown.map(
      (one) => one.exchange,
    );
  expect(shown(6, null)).toEqual([pages[0]]);
  expect(shown(6, 6)).toEqual([pages[2]]);
  expect(shown(null, null)).toEqual([pages[3]]);
});

it('shows as requests, with their bodies, what was sent as a control for another rule', () => {
  const [update, read] = [exchange(`PUT ${profile}/${uuid} {}`), exchange(`GET ${profile}/${uuid}`)].map(
    (one): Exchange => ({ ...one, role: 'control' }),
  );
  const breach = { ...anyBreach, shownBy: { sent: [uuid] } };
  expect(
    shownOf(
      breach,
      [update, read].flatMap((one) => one ?? []),
    ),
  ).toEqual([`subject PUT ${profile}/${uuid}`, `subject GET ${profile}/${uuid}`]);
});
