/** List webhooks, Test a webhook, Delete a webhook: /integrations/api/webhooks. */
import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { Filter } from '../filter/filter.ts';
import type { ShownRecord } from '../records.ts';
import { listingOf } from '../window.ts';
import type { Listing } from '../window.ts';
import type { World } from '../world.ts';
import { orRefuse } from './or-refuse.ts';
import { readJson } from './read-json.ts';

/** Answers with one page of the account's webhooks. */
export function listWebhooks(behaviour: Behaviour, call: AdmittedCall): Promise<Answer> {
  return orRefuse(behaviour, call, behaviour.window(call), (window) =>
    orRefuse(behaviour, call, behaviour.filter(call), (filter) => {
      const listing = filtered(behaviour, behaviour.listing(call), filter);
      return orRefuse(behaviour, call, behaviour.page(listing, window, call), (page) =>
        behaviour.success(behaviour.envelope(page, call), call),
      );
    }),
  );
}

function filtered(
  behaviour: Behaviour,
  listing: Listing<ShownRecord>,
  filter: Filter | null,
): Listing<ShownRecord> {
  if (filter === null) return listing;
  const matches: Behaviour['matches'] = (record, field, condition) =>
    behaviour.matches(record, field, condition);
  const records = listing.slice(0, listing.total);
  return listingOf(records.filter((record) => behaviour.selects(record, filter, matches)));
}

/** Calls the target with a sample payload, and answers with its response. */
export function testWebhook(behaviour: Behaviour, call: AdmittedCall, world: World): Promise<Answer> {
  return orRefuse(behaviour, call, readJson(call, world.dialect.contentTypeCheck), (body) =>
    orRefuse(behaviour, call, behaviour.testConfiguration(body, call), async (test) => {
      const result = await behaviour.deliver(test, behaviour.payload(test), call);
      return behaviour.testAnswer(result, test, call);
    }),
  );
}

/** Removes a webhook for good. */
export function deleteWebhook(behaviour: Behaviour, call: AdmittedCall): Promise<Answer> {
  return orRefuse(behaviour, call, behaviour.findWebhook(call.uuid ?? '', call), (webhook) => {
    behaviour.removeWebhook(webhook, call);
    return behaviour.deleted(webhook.uuid, call);
  });
}
