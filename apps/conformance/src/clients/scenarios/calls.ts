/** The calls that scenarios ask drivers for. */
import { aSenderProfile, aWebhook, type ScenarioCall } from './scenario.ts';

/** A webhook whose test is asked for; nobody is called. */
export const testedWebhook = {
  event: 'sender_profile_sent_email',
  request_method: 'POST',
  target_url: 'http://127.0.0.1:9/hooks/conformance?from=client',
} as const;

/** Lists one page. */
export const listing: ScenarioCall = { call: 'webhooks.list', with: {} };

/** Lists one page, of which it says which. */
export const listingPart: ScenarioCall = { call: 'webhooks.list', with: { limit: 5, offset: 10 } };

/** Walks over the whole list. */
export const walk: ScenarioCall = { call: 'webhooks.all', with: {} };

/** Walks over the whole list, so many at a time. */
export function walkBy(limit: number): ScenarioCall {
  return { call: 'webhooks.all', with: { limit } };
}

/** Lists by a filter. */
export function filtering(filter: Readonly<Record<string, unknown>>): ScenarioCall {
  return { call: 'webhooks.list', with: { filter } };
}

/** Creates a key. */
export const creating: ScenarioCall = {
  call: 'apiKeys.create',
  with: { name: 'Conformance of a client' },
};

/** Tests a webhook by its configuration. */
export const testing: ScenarioCall = { call: 'webhooks.test', with: testedWebhook };

/** Tests a webhook by its configuration, naming one that is there. */
export const testingKnown: ScenarioCall = {
  call: 'webhooks.test',
  with: { uuid: aWebhook, ...testedWebhook },
};

/** Updates a sender profile. */
export const updating: ScenarioCall = {
  call: 'senderProfiles.update',
  with: { uuid: aSenderProfile, first_name: 'Ada', label: 'Second line' },
};

/** One call of each operation, none of which walks. */
export const eachOperation: readonly ScenarioCall[] = [
  listing,
  creating,
  testing,
  updating,
  { call: 'senderProfiles.get', with: { uuid: aSenderProfile } },
  { call: 'senderProfiles.delete', with: { uuid: aSenderProfile } },
  { call: 'webhooks.delete', with: { uuid: aWebhook } },
];
