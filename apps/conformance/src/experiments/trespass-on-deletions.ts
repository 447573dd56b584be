import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { identityOf } from '../records/page.ts';
import { intruders } from '../session/intruders.ts';
import type { Session } from '../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import { listTotal } from './page-window.ts';
import { wholeList } from './list-walk.ts';
import type { Attempt, Trespassers, TrespassSeen } from './trespass.ts';
import { attemptsOf, provided, readProfile } from './trespass-on-reads.ts';

const names = intruders.map(({ name }) => name);

/** Those who try to delete; each attempt is looked after, so there are few of them. */
const all: Trespassers = [
  'no credential',
  'random text',
  'a forged JWT',
  'a key with a claim added',
  'a key with the last byte of its signature changed',
  'a key with `alg: none` and no signature',
  'a key past its 3 years',
  'a key of another account',
];

/** Tries to delete a disposable webhook as somebody who may not, and then as somebody who may. */
export const trespassOnWebhookDeletion = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-webhook-deletion',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'delete',
  changes: ['webhooks'],
  given: fc.subarray([...names], { minLength: 1 }),
  first: [all],
  runs: 0,
  costly: true,
  probe: async (trespassers, session) => {
    const uuid = await session.specimens.disposableWebhook();
    const isThere = async (): Promise<boolean> => {
      wholeList.forget(session);
      return (await wholeList.in(session)).some((record) => identityOf(record) === uuid.toLowerCase());
    };
    const attempts = await deletions(trespassers, session, uuid, 'webhook', isThere, async (name) =>
      attemptsOf([name], session, async (api) => api.deleteWebhook(uuid)),
    );
    if (!gone(attempts)) await mustDelete(session, uuid, 'webhook', isThere);
    listTotal.forget(session);
    wholeList.forget(session);
    return { operation: 'deleteWebhook', attempts };
  },
});

/** Tries to delete a disposable sender profile as somebody who may not, and then as somebody who may. */
export const trespassOnProfileDeletion = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-profile-deletion',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'delete',
  changes: ['senderProfiles'],
  given: fc.subarray([...names], { minLength: 1 }),
  first: [all],
  runs: 0,
  costly: true,
  probe: async (trespassers, session) => {
    const uuid = await session.specimens.disposableSenderProfile();
    const record = await readProfile(session, uuid);
    const isThere = async (): Promise<boolean> => (await session.api.control.getSenderProfile(uuid)).ok;
    const attempts = await deletions(trespassers, session, uuid, 'sender profile', isThere, async (name) => {
      const tried = await attemptsOf([name], session, async (api) => api.deleteSenderProfile(uuid));
      return tried.map(({ attempt, answer }) => ({
        attempt: { ...attempt, disclosed: disclosedIn(answer.text, record) },
      }));
    });
    if (!gone(attempts)) await mustDelete(session, uuid, 'sender profile', isThere);
    return { operation: 'deleteSenderProfile', attempts };
  },
});

async function deletions(
  trespassers: Trespassers,
  session: Session,
  uuid: string,
  kind: 'webhook' | 'sender profile',
  isThere: () => Promise<boolean>,
  tryOne: (name: string) => Promise<readonly { readonly attempt: Attempt }[]>,
): Promise<readonly Attempt[]> {
  if (!(await isThere()))
    throw new Unmet(`the disposable ${kind} ${uuid} is not there: was it deleted by an earlier run?`);
  const attempts: Attempt[] = [];
  for (const name of provided(trespassers, session)) {
    const [tried] = await tryOne(name);
    if (tried === undefined) continue;
    const effect = !(await isThere());
    attempts.push({ ...tried.attempt, effect });
    if (!effect) continue;
    session.specimens.deleted(kind, uuid);
    break;
  }
  return attempts;
}

async function mustDelete(
  session: Session,
  uuid: string,
  kind: 'webhook' | 'sender profile',
  isThere: () => Promise<boolean>,
): Promise<void> {
  const api = session.api.control;
  const { ok, status } =
    kind === 'webhook' ? await api.deleteWebhook(uuid) : await api.deleteSenderProfile(uuid);
  if (!ok) throw new Unmet(`deleting a ${kind} with the right credential was refused with ${status}`);
  session.specimens.deleted(kind, uuid);
  for (const pause of status === 202 ? [50, 200, 500, 1000, 2000] : [0]) {
    await wait(pause);
    if (!(await isThere())) return;
  }
  throw new Unmet(`deleting a ${kind} with the right credential had no effect`);
}

function gone(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ effect }) => effect === true);
}
