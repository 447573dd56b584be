/** Checks that webhooks stay as they are while no request touches them. */
import { Disturbed, whereUnmet } from '@outreach-api/engine';
import { hasUuid } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { namedEvent } from '../session/fixtures.ts';
import type { Session } from '../session/session.ts';
import { listNow } from './list-now.ts';
import { untilListed } from './until-listed.ts';
import { differencesOf } from '@outreach-api/model/records/list-now';

/** Makes webhooks with several methods: each can be changed to another one's method. */
export async function makeWitnesses({ fixtures, state }: Session): Promise<readonly string[]> {
  const target_url = `http://127.0.0.1:9/outreach-conformance-${state.id}/witness`;
  const made: string[] = [];
  for (const request_method of ['POST', 'PUT', 'DELETE']) {
    const webhook = { event: namedEvent, request_method, target_url };
    const uuid = await fixtures.makeWebhook(webhook).catch(whereUnmet(null));
    if (uuid !== null) made.push(uuid);
  }
  return made;
}

/**
 * Checks that webhooks do not change by themselves some time after they were made, as when a service processes them
 * after creating them.
 *
 * @param forMs - how long they are left alone
 * @throws Disturbed if they do
 */
export async function webhooksMustStay(session: Session, forMs: number): Promise<void> {
  const made = await makeWitnesses(session);
  const look = async (): Promise<readonly JsonObject[]> => {
    const list = await untilListed(session, made, async () => listNow(session, { find: made }));
    return list.records.filter((record) => made.some((uuid) => hasUuid(record, uuid)));
  };
  const before = await look();
  await session.clock.wait(forMs);
  const after = await look();
  const changes = differencesOf({ total: 0, records: before }, { total: 0, records: after });
  if (changes.length > 0) throw new Disturbed('webhooks that were made change by themselves');
}
