/** The calls that scenarios ask drivers to make. */
import { aSenderProfile, aWebhook, type ScenarioCall } from './scenario.ts';

/** A webhook to test; no delivery is made. Its address holds what is lost if it is decoded or encoded once more. */
export const testedWebhook = {
  event: 'sender_profile_sent_email',
  request_method: 'POST',
  target_url: 'http://127.0.0.1:9/hooks/con%252Fformance/%C5%82?from=client&to=a%2Bb%26c',
} as const;

/** Lists one page. */
export const listing: ScenarioCall = { call: 'webhooks.list', with: {} };

/** Lists one page, with an explicit limit and offset. */
export const listingPart: ScenarioCall = { call: 'webhooks.list', with: { limit: 5, offset: 10 } };

/** Walks the whole list. */
export const walk: ScenarioCall = { call: 'webhooks.all', with: {} };

/** Walks the whole list, with this page size. */
export function walkBy(limit: number): ScenarioCall {
  return { call: 'webhooks.all', with: { limit } };
}

const conditions: readonly unknown[] = [
  'POST',
  ['POST', 'PUT'],
  'is_null',
  'is_not_null',
  ...['=', '!=', '<', '<=', '>', '>=', '<>'].map((operator) => ({ [operator]: 'POST' })),
];

/** Lists one page, and walks the whole list in small pages, with each form of a filter and each operator. */
export const filtering: readonly ScenarioCall[] = conditions.flatMap((condition) => {
  const filter = { request_method: condition };
  return [
    { call: 'webhooks.list', with: { filter } },
    { call: 'webhooks.all', with: { limit: 2, filter } },
  ] as const;
});

/** A list that is longer than clients expect. */
const manyOperands = Array.from({ length: 30 }, (_, at) => `EVENT ${at}`);

/**
 * Operands that a client may take for something else, or change on the way; three to a call. `+` is none of them: in a
 * query it may stand for a blank.
 */
const operands: readonly (readonly [event: string, method: unknown, address: string])[] = [
  ['a, b,c', ['0042', '42'], ''],
  ['', ['false', 'POST'], '  two  blanks  '],
  ['true', ['null', 'undefined'], 'is%2Fencoded &amp; <b>'],
  ['2026-01-05', ['1e3', '-0'], '100%_*'],
  ['Ł €😀', ['é', 'ß'], '"quoted" \\ \'single\''],
  ['>=5', manyOperands, 'a&b=c#d?e[f]{g}'],
];

/** Lists one page, with conditions on three fields at once. */
export const filteringByTexts: readonly ScenarioCall[] = operands.map(([event, method, address]) => ({
  call: 'webhooks.list',
  with: { filter: { event, request_method: method, target_url: { '<>': address } } },
}));

/** Creates a key. */
export const creating: ScenarioCall = {
  call: 'apiKeys.create',
  with: { name: 'Conformance of a “client” – Łódź 😀' },
};

/** Tests a webhook by its configuration. */
export const testing: ScenarioCall = { call: 'webhooks.test', with: testedWebhook };

/** Tests a webhook by its configuration, with the uuid of an existing one. */
export const testingKnown: ScenarioCall = {
  call: 'webhooks.test',
  with: { uuid: aWebhook, ...testedWebhook },
};

/** Updates a sender profile. */
export const updating: ScenarioCall = {
  call: 'senderProfiles.update',
  with: { uuid: aSenderProfile, first_name: 'Łucja "Ada"', label: 'Second\\line – 😀' },
};

/** One call of each operation, without walks. */
export const eachOperation: readonly ScenarioCall[] = [
  listing,
  creating,
  testing,
  updating,
  { call: 'senderProfiles.get', with: { uuid: aSenderProfile } },
  { call: 'senderProfiles.delete', with: { uuid: aSenderProfile } },
  { call: 'webhooks.delete', with: { uuid: aWebhook } },
];
