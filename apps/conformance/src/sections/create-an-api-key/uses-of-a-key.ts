/** Uses a newly created key on each operation, beside the main key (Authentication; Create an API key). */
import { eventually, whereUnmet } from '@outreach-api/engine';
import { classOf, mayPass } from '@outreach-api/model/records/answer-class';
import { leavesTheList } from '@outreach-api/model/bounds';
import { isRecord } from '@outreach-api/model/records/is-record';
import { isListed } from '@outreach-api/model/records/list-now';
import type { OperationId } from '@outreach-api/model/records/operation';
import type { Api } from '../../session/api.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { mayNotBeRestorable } from '../../ledger/profile-record.ts';
import type { Touched } from '../../session/resources.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import { unusedName } from '../../account/made-key.ts';
import { teamOf } from '../../account/own-team.ts';
import { firstKey } from '../../account/first-key.ts';
import { becomesListed, knownWebhook, namedEvent } from '../../account/known-webhook.ts';
import { listNow } from '../../account/list-now.ts';
import { keysReserved } from './key-creations.ts';
import { isAccepted, type KeyUse } from './keys-seen.ts';

/** A use, or none if it was not possible, or if it would say nothing about the key. */
type Use = KeyUse | null;

/** Uses on each operation that is allowed and provided. */
export async function usesOnEachOperation(key: Credential, session: Session): Promise<readonly KeyUse[]> {
  const { locks } = session;
  const ofProfiles: Touched = { reads: [], changes: [], changesRecordsOf: ['senderProfiles'] };
  const ofWebhooks: Touched = { reads: [], changes: ['webhooks'] };
  const side = await Promise.all([
    locks.hold(ofProfiles, async () => profileUses(key, session)),
    webhookTest(key, session),
    locks.hold(ofProfiles, async () => profileDeletion(key, session)).catch(whereUnmet(null)),
    locks.hold(ofWebhooks, async () => webhookDeletion(key, session)),
  ]);
  // Last: the key that it creates may replace this one.
  return [...side.flat(), await creation(key, session)].filter((one) => one !== null);
}

function used(operation: OperationId, { status }: Pick<Answer, 'status'>): KeyUse {
  return { operation, which: 'first', key: 'a key just made', status };
}

const whileMs = 1500;
/** `Date` is in seconds: after this long, it tells when a key was made from when its maker was. */
const untilDateTellsMs = 2000;

/** The answer to a request, which is sent again a while later if this one says nothing about the key. */
async function answerTo(
  send: () => Promise<Answer>,
  saysNothing: (answer: Answer) => boolean,
  { clock }: Session,
): Promise<Answer> {
  const answer = await send();
  if (!saysNothing(answer)) return answer;
  await clock.wait(whileMs);
  return send();
}

/**
 * One that changes nothing but what is meant to be changed twice. There is no control beforehand: what the key may not,
 * the main key does.
 */
async function use(
  operation: OperationId,
  key: Credential,
  session: Session,
  call: (api: Api) => Promise<Answer>,
): Promise<Use> {
  const answer = await answerTo(async () => call(session.as(key)), isOfTheMoment, session);
  const isControlled = answer.ok || (await call(session.api.control)).ok;
  return isControlled ? used(operation, answer) : null;
}

/**
 * Last, as a key that was used for all else may create none; if few keys are left, what one has created earlier is enough.
 * The main key created the key under test, but its quota may be used up.
 */
async function creation(key: Credential, session: Session): Promise<Use> {
  const { budgets, keys } = session.state;
  const left = budgets.left('createApiKeys');
  if (keys.some(({ by }) => by === 'created key') && left <= keysReserved(session.target))
    return used('createApiKey', { status: 201 });
  if (left === 0) return null;
  const create = async (api: Api, purpose: string): Promise<Answer> =>
    api.createApiKey({ name: unusedName(session, purpose) });
  const firstMs = session.state.creations[0]?.madeMs ?? 0;
  await session.clock.wait(Math.max(0, firstMs + untilDateTellsMs - session.clock.now()));
  const answer = await create(session.as(key), 'by a key just made');
  const isControlled = answer.ok || (await create(session.api.control, 'by the main key')).ok;
  return isControlled ? used('createApiKey', answer) : null;
}

/** With the uuid of a webhook, if there is one that the key may name; otherwise without. */
async function webhookTest(key: Credential, session: Session): Promise<Use> {
  if (!isMet('deliveries', session.target)) return null;
  const known = await session.locks
    .hold({ reads: [], changes: ['webhooks'] }, async () => knownWebhook.in(session))
    .catch(whereUnmet(null));
  const test = async (named: { readonly event: string; readonly uuid?: string }): Promise<Use> => {
    if (session.state.budgets.left('deliveries') < 2) return null;
    const receiver = await session.receiver();
    // Each sends its own: the same test again may be refused, whoever sends it.
    return use('testWebhook', key, session, async (api) => {
      const { url } = receiver.open('/created-key', 200);
      return api.testWebhook({ ...named, request_method: 'POST', target_url: url });
    });
  };
  return session.locks.hold({ reads: [], changes: ['webhookTests'] }, async () => {
    const named = known === null ? null : await test({ uuid: known.uuid, event: known.event });
    const isClear =
      named !== null &&
      known !== null &&
      (isAccepted(named) || (await mayBeOfItsTeam(known.uuid, key, session)));
    return isClear ? named : test({ event: namedEvent });
  });
}

/**
 * Whether a webhook may belong to a created key's team: the caller's current team need not be the main key's. A
 * key that may not even list reveals nothing about its team.
 */
async function mayBeOfItsTeam(uuid: string, key: Credential, session: Session): Promise<boolean> {
  const list = await listNow(session, { around: [uuid] }, session.as(key).control).catch(whereUnmet(null));
  return list === null || isListed(list, uuid);
}

async function profileUses(key: Credential, session: Session): Promise<readonly Use[]> {
  if (!isMet('senderProfile', session.target)) return [];
  const [uuid] = (await session.fixtures.senderProfiles().catch(whereUnmet(null))) ?? [];
  if (uuid === undefined) return [];
  return session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => {
    const control = await session.api.control.getSenderProfile(uuid);
    const now = isRecord(control.json) ? control.json : {};
    // Created keys are of the caller's current team, which need not be the main key's.
    const [ofKey, ofProfile] = [teamOf((await firstKey.in(session)).created.record), teamOf(now)];
    if (ofKey !== null && ofProfile !== null && ofKey !== ofProfile) return [];
    const look = async (api: Api): Promise<Answer> => api.getSenderProfile(uuid);
    const read = await use('getSenderProfile', key, session, look);
    const same = ['first_name', 'last_name', 'label'].filter(
      (field) => field in now && !mayNotBeRestorable(now[field]),
    );
    if (!isMet('updates', session.target) || same.length === 0) return [read];
    const body = Object.fromEntries(same.map((field) => [field, now[field]]));
    const update = async (api: Api): Promise<Answer> => api.updateSenderProfile(uuid, body);
    return [read, await use('updateSenderProfile', key, session, update)];
  });
}

/** The main key was accepted: the service was only busy, or failed. */
function isOfTheMoment(answer: Answer): boolean {
  return mayPass(classOf(answer));
}

/** The record may not be there yet, or the service be busy. */
function isRefused({ ok }: Answer): boolean {
  return !ok;
}

/** As {@link use}, of a profile that is made for it. */
async function profileDeletion(key: Credential, session: Session): Promise<Use> {
  if (!isMet('deletes', session.target)) return null;
  const api = session.as(key);
  const uuid = await session.fixtures.newSenderProfile();
  // A key of another team may not even read it.
  if (uuid === null || !(await api.control.getSenderProfile(uuid)).ok) return null;
  const answer = await answerTo(async () => api.deleteSenderProfile(uuid), isRefused, session);
  const deleted = answer.ok ? answer : await session.api.control.deleteSenderProfile(uuid);
  session.fixtures.settle('sender profile', uuid, 'unknown');
  return deleted.ok ? used('deleteSenderProfile', answer) : null;
}

/** As that of a profile. */
async function webhookDeletion(key: Credential, session: Session): Promise<Use> {
  if (!isMet('deletes', session.target)) return null;
  const target_url = `http://127.0.0.1:9/outreach-conformance-${session.state.id}/created-key`;
  const uuid = await session.fixtures
    .makeWebhook({ event: namedEvent, request_method: 'POST', target_url })
    .catch(whereUnmet(null));
  if (uuid === null || !(await becomesListed(session, uuid))) return null;
  const answer = await answerTo(async () => session.as(key).deleteWebhook(uuid), isRefused, session);
  if (!answer.ok && !(await mayBeOfItsTeam(uuid, key, session))) return null;
  const deleted = answer.ok ? answer : await session.api.control.deleteWebhook(uuid);
  const isStillListed = classOf(deleted).effect === 'later' && !(await isGone(session, uuid));
  session.fixtures.settle('webhook', uuid, isStillListed ? 'there' : 'unknown');
  return deleted.ok ? used('deleteWebhook', answer) : null;
}

async function isGone(session: Session, uuid: string): Promise<boolean> {
  const look = async (): Promise<boolean> => !isListed(await listNow(session, { around: [uuid] }), uuid);
  return (await eventually(session.state, leavesTheList, look, Boolean)).shown;
}
