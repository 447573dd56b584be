/** Uses a newly created key on each operation (Authentication; Create an API key). */
import { classOf, isSuccess } from '../../records/answer-class.ts';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { leavesTheList } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import type { OperationId } from '../../records/operation.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import { mayNotBeRestorable } from '../../ledger/profile-record.ts';
import type { Touched } from '../../session/resources.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import type { Credential } from '../../credentials/credential.ts';
import { createdCredentialIn, firstKey, usesAtOnce, type FirstKey } from '../../account/first-key.ts';
import { becomesListed, knownWebhook, namedEvent } from '../../account/known-webhook.ts';
import { listNow } from '../../account/list-now.ts';
import { mayBeReplacedUnreported, useOfNewestKeys } from '../../account/newest-keys.ts';
import { asListUse, used, type KeyUse, type KeyUsesSeen } from './key-uses.ts';
import { profileDeletionBy } from './profile-deletion-by-a-key.ts';
import { usesOfOtherKeys } from './other-created-keys.ts';
import { isListed } from '../../records/list-now.ts';

/**
 * Calls each available operation with a newly created key, skipping what is not allowed or provided. Then lists
 * with other created keys (Authentication; Create an API key).
 */
export const createdKeyUse = defineExperiment<null, KeyUsesSeen>({
  name: 'created-key-use',
  needs: ['createApiKeys'],
  // After the creations of the change phase, so that what they showed costs no further keys.
  phase: 'delete',
  // In the lock order, everything else its parts hold comes after the keys.
  changes: ['keys'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const first = await firstKey.in(session);
    if (!(await session.api.control.listWebhooks()).ok)
      throw new Unmet('the list of webhooks is refused with the main key, too');
    const atOnce = first.usedAtOnce.map((status) => asListUse(status));
    if (atOnce.some(({ accepted }) => !accepted)) return { uses: atOnce };
    const later = asListUse((await session.as(first.credential).listWebhooks()).status);
    const { key, uses } = later.accepted
      ? { key: first, uses: [later] }
      : await inItsPlace(first, later, session);
    if (uses.some(({ accepted }) => !accepted)) return { uses: [...atOnce, ...uses] };
    const side = await Promise.all([
      profileUses(key, session),
      webhookTests(key, session),
      profileDeletion(key, session),
      session.locks.hold({ reads: [], changes: ['webhooks'] }, async () => webhookDeletion(key, session)),
    ]);
    // Last: the key that it creates may replace this one.
    const further = [...side.flat(), await creation(key, session)].filter((one) => one !== null);
    const isJudged = further.some(({ accepted }) => !accepted) || !later.accepted;
    const others = isJudged ? [] : await otherKeys(first, session);
    return { uses: [...atOnce, ...uses, ...further, ...others] };
  },
});

/** A created key as a caller. */
interface Caller {
  readonly credential: Credential;
}

/**
 * Lists with other keys. If one is refused that may have been dropped for a newer one, another is created by the
 * first key and used at once: perhaps exactly such keys are refused.
 *
 * @throws Unmet if the cause is still unclear
 */
async function otherKeys(first: FirstKey, session: Session): Promise<readonly KeyUse[]> {
  const { uses, isUnclear } = await usesOfOtherKeys(first.credential, session);
  const others = uses.map(({ name, status }) =>
    asListUse(status, `the key just made under the name ${name}`),
  );
  if (!isUnclear || others.some(({ accepted }) => !accepted)) return others;
  const unclear = new Unmet(
    'a key created in this run is refused, and it is unclear whether another replaced it',
  );
  if (session.state.budgets.left('createApiKeys') === 0) throw unclear;
  const name = `conformance ${session.state.id} by the first key`;
  const answer = await session.as(first.credential).createApiKey({ name });
  const credential = createdCredentialIn(answer);
  const statuses =
    credential === null ? [] : await usesAtOnce(credential, session, classOf(answer).effect === 'later');
  const made = statuses.map((status) => asListUse(status, `the key just made under the name ${name}`));
  if (made.every(({ accepted }) => accepted)) throw unclear;
  return [...others, ...made];
}

/**
 * A key that was accepted at once and is refused now may have been replaced by a later one: the description does
 * not mention rotation. That is ruled out if the newest keys are refused, too. Otherwise another key is created
 * and used at once and again after a while, while no others are created.
 */
async function inItsPlace(
  first: FirstKey,
  refused: KeyUse,
  session: Session,
): Promise<{ readonly key: Caller; readonly uses: readonly KeyUse[] }> {
  const isTheOnlyOne = session.state.createdTokens.size < 2 && !mayBeReplacedUnreported(session);
  if (isTheOnlyOne) return { key: first, uses: [refused] };
  const newest = await useOfNewestKeys(session);
  if (typeof newest === 'number')
    return { key: first, uses: [refused, asListUse(newest, 'the key that was made last')] };
  const answer = await session.api.createApiKey({ name: `conformance ${session.state.id} anew` });
  const credential = createdCredentialIn(answer);
  if (credential === null)
    throw new Unmet(
      'the created key is refused since others were created, and no further one could be created',
    );
  const statuses = await usesAtOnce(credential, session, classOf(answer).effect === 'later');
  // As often and as long as the first may have been accepted: a key that wears out has not been replaced.
  for (let uses = 0; uses < manyUses && statuses.every(isSuccess); uses += 1)
    statuses.push((await session.as(credential).listWebhooks()).status);
  await session.clock.wait(longMs);
  statuses.push((await session.as(credential).listWebhooks()).status);
  return { key: { credential }, uses: statuses.map((status) => asListUse(status, 'a key just made')) };
}

const whileMs = 1500;
const longMs = 3000;
const manyUses = 20;

async function use(
  operation: OperationId,
  { credential }: Caller,
  session: Session,
  call: (api: Api) => Promise<Answer>,
): Promise<KeyUse | null> {
  const control = await call(session.api.control);
  if (!control.ok) return null;
  return used(operation, await call(session.as(credential)));
}

async function creation({ credential }: Caller, session: Session): Promise<KeyUse | null> {
  if (session.state.account.keys.createdByCreatedKey) return used('createApiKey', { ok: true, status: 201 });
  const name = `conformance ${session.state.id} by a key just made`;
  if (session.state.budgets.left('createApiKeys') === 0) return null;
  const { ok, status } = await session.as(credential).createApiKey({ name });
  // The main key created the key under test, but its quota may be used up.
  const isControlled = ok || (await session.api.control.createApiKey({ name: `${name} too` })).ok;
  return isControlled ? used('createApiKey', { ok, status }) : null;
}

/**
 * Deletes a webhook that was created for this. There is no control beforehand: if the deletion is refused, the
 * main key deletes the same webhook.
 */
async function webhookDeletion(key: Caller, session: Session): Promise<KeyUse | null> {
  const { credential } = key;
  if (!isMet('deletes', session.target)) return null;
  const target_url = `http://127.0.0.1:9/outreach-conformance-${session.state.id}/created-key`;
  const uuid = await session.fixtures
    .makeWebhook({ event: namedEvent, request_method: 'POST', target_url })
    .catch(whereUnmet(null));
  if (uuid === null || !(await becomesListed(session, uuid))) return null;
  let answer = await session.as(credential).deleteWebhook(uuid);
  if (!answer.ok) {
    await session.clock.wait(whileMs);
    answer = await session.as(credential).deleteWebhook(uuid);
  }
  if (!answer.ok && !(await mayBeOfItsTeam(uuid, key, session))) return null;
  const taken = answer.ok ? answer : await session.api.control.deleteWebhook(uuid);
  const isStillListed = classOf(taken).effect === 'later' && !(await isGone(session, uuid));
  session.fixtures.settle('webhook', uuid, isStillListed ? 'there' : 'unknown');
  return taken.ok ? used('deleteWebhook', answer) : null;
}

async function isGone(session: Session, uuid: string): Promise<boolean> {
  const look = async (): Promise<boolean> => !isListed(await listNow(session, { around: [uuid] }), uuid);
  return (await eventually(session.state, leavesTheList, look, Boolean)).shown;
}

async function profileUses(key: Caller, session: Session): Promise<readonly (KeyUse | null)[]> {
  if (!isMet('senderProfile', session.target)) return [];
  const [uuid] = (await session.fixtures.senderProfiles().catch(whereUnmet(null))) ?? [];
  if (uuid === undefined) return [];
  const touched: Touched = { reads: [], changes: [], changesRecordsOf: ['senderProfiles'] };
  return session.locks.hold(touched, async () =>
    session.locks.holdRecords({ reads: [], changes: [uuid] }, async () => usesOf(uuid, key, session)),
  );
}

async function usesOf(uuid: string, key: Caller, session: Session): Promise<readonly (KeyUse | null)[]> {
  const { json } = await session.api.control.getSenderProfile(uuid);
  const now = isRecord(json) ? json : {};
  if (await isOfAnotherTeam(now, session)) return [];
  const read = await use('getSenderProfile', key, session, async (api) => api.getSenderProfile(uuid));
  if (!isMet('updates', session.target)) return [read];
  const same = Object.entries(now).filter(
    ([field, value]) => namesAndLabel.has(field) && !mayNotBeRestorable(value),
  );
  if (same.length === 0) return [read];
  const body = Object.fromEntries(same);
  return [
    read,
    await use('updateSenderProfile', key, session, async (api) => api.updateSenderProfile(uuid, body)),
  ];
}

/**
 * Whether a profile belongs to another team than created keys do: the caller's current team need not be the main
 * key's.
 */
async function isOfAnotherTeam({ team_id }: JsonObject, session: Session): Promise<boolean> {
  const team = (await firstKey.in(session)).created.record?.['team_id'];
  return typeof team === 'number' && typeof team_id === 'number' && team !== team_id;
}

const namesAndLabel = new Set(['first_name', 'last_name', 'label']);

async function profileDeletion({ credential }: Caller, session: Session): Promise<readonly KeyUse[]> {
  if (!isMet('deletes', session.target)) return [];
  const touched: Touched = { reads: [], changes: [], changesRecordsOf: ['senderProfiles'] };
  const answer = await session.locks
    .hold(touched, async () => profileDeletionBy(credential, session))
    .catch(whereUnmet(null));
  return answer === null ? [] : [used('deleteSenderProfile', answer)];
}

/** With the uuid of a webhook, if there is one that the key may name; otherwise without. */
async function webhookTests(key: Caller, session: Session): Promise<readonly (KeyUse | null)[]> {
  if (!isMet('deliveries', session.target)) return [];
  const known = await session.locks
    .hold({ reads: [], changes: ['webhooks'] }, async () => knownWebhook.in(session))
    .catch(whereUnmet(null));
  return session.locks.hold({ reads: [], changes: ['webhookTests'] }, async () => {
    const named = known === null ? null : await webhookTest(known, key, session);
    return [named ?? (await webhookTest({ event: namedEvent }, key, session))];
  });
}

async function webhookTest(
  named: { readonly event: string; readonly uuid?: string },
  key: Caller,
  session: Session,
): Promise<KeyUse | null> {
  if (session.state.budgets.left('deliveries') < 2) return null;
  const { url } = (await session.receiver()).open('/created-key', 200);
  const { uuid, event } = named;
  const whose = uuid === undefined ? {} : { uuid };
  const body = { ...whose, event, request_method: 'POST', target_url: url };
  const tested = await use('testWebhook', key, session, async (api) => api.testWebhook(body));
  const isJudged = tested?.accepted !== false || uuid === undefined;
  return isJudged || (await mayBeOfItsTeam(uuid, key, session)) ? tested : null;
}

/**
 * Whether a webhook may belong to a created key's team: the caller's current team need not be the main key's. A
 * key that may not even list reveals nothing about its team.
 */
async function mayBeOfItsTeam(uuid: string, { credential }: Caller, session: Session): Promise<boolean> {
  const list = await listNow(session, { around: [uuid] }, session.as(credential).control).catch(
    whereUnmet(null),
  );
  return list === null || isListed(list, uuid);
}
