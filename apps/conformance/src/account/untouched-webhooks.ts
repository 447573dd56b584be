/** Checks whether webhooks stay as they are while no request touches them. */
import { eventually, whereUnmet, type DoubtedBreach } from '@outreach-api/engine';
import { changesAgain, effectsEndMs } from '@outreach-api/model/bounds';
import { differencesOf, type ListNow } from '@outreach-api/model/records/list-now';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { hasUuid, identityOf } from '@outreach-api/model/records/page';
import type { BreachCode } from '../rules/breaches/breach-values.ts';
import { namedEvent } from '../session/fixtures.ts';
import type { Session } from '../session/session.ts';
import { listNow } from './list-now.ts';
import { isEffectOf } from './profile-watch.ts';
import { untilListed } from './until-listed.ts';

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

/** Breaches that others explain who change or delete webhooks that were made: they show nothing that only we send. */
const withoutOurMark: ReadonlySet<string> = new Set<BreachCode>([
  'list-changed-by-tests',
  'test-refused-for-its-uuid',
  'tested-webhook-changed',
  'total-after-deletion',
  'total-changed-by-tests',
  'webhook-changed-after-deletions',
  'webhook-changed-by-deletion',
  'webhook-deletion-refused',
  'webhook-not-listed',
  'webhook-removed-by-deletion',
]);

/** Whether others who work on webhooks that were made may have done what this breach shows. */
export function mayBeOthersWork({ code, values }: DoubtedBreach): boolean {
  return withoutOurMark.has(code) || isEffectOf('deleteWebhook', code, values);
}

/**
 * Whether webhooks that were made change or go while no request touches them, after the effects of our own requests have
 * ended: a service may process what it has created, and others may delete whatever is made. The caller holds the lock.
 *
 * @param ms - how long they are left alone
 */
export async function untouchedWebhooksChange(session: Session, ms: number): Promise<boolean> {
  await session.clock.wait(effectsEndMs);
  // Others may delete at a time of theirs what is there by then.
  await listNow(session);
  const fresh = await makeWitnesses(session);
  const made = session.fixtures.madeWebhooks;
  const seen = new Map<string, JsonObject>();
  const look = async (): Promise<ListNow> => {
    const list = await listNow(session, { find: made });
    const records = list.records.filter((record) => made.some((uuid) => hasUuid(record, uuid)));
    for (const record of records) seen.set(identityOf(record), seen.get(identityOf(record)) ?? record);
    return { total: records.length, records };
  };
  await untilListed(session, fresh, look);
  const isChanged = async (): Promise<boolean> => {
    const now = await look();
    return differencesOf({ total: seen.size, records: [...seen.values()] }, now).length > 0;
  };
  // What one read lacks may be found by another.
  const isChangedTwice = async (): Promise<boolean> => (await isChanged()) && isChanged();
  return (await eventually(session.state, changesAgain(ms), isChangedTwice, Boolean)).shown;
}
