/** Tries operations that change something as somebody who may not (Authentication). */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { intruders } from '../session/intruders.ts';
import type { Session } from '../session/session.ts';
import type { JsonObject } from '../records/is-record.ts';
import { isSameValue, profileChanges } from '../records/profile-changes.ts';
import { disclosedIn } from './disclosed-in.ts';
import { firstKey } from './first-key.ts';
import { settled } from './settled.ts';
import type { Trespassers, TrespassSeen } from './trespass.ts';
import { attemptsOf, provided, readProfile } from './trespass-on-reads.ts';

const names = intruders.map(({ name }) => name);
const settleMs = 150;
/** After so long also a time in whole seconds has moved, if it moves at all. */
const untilClocksMoveMs = 1200;

/** Those who try where an attempt may cost something: one of each sort, and the other account. */
const some: readonly string[] = [
  'no credential',
  'random text',
  'a forged JWT',
  'a key with a claim added',
  'a key with the last byte of its signature changed',
  'a key without its signature',
  'a key with `alg: none` and no signature',
  'a key with its algorithm swapped',
  'the key under the Basic scheme',
  'a key past its 3 years',
  'a key of another account',
];
const others = names.filter((name) => name !== 'a key of another account');
const each = some.map((name): Trespassers => [name]);
const someone = fc.constantFrom(...names).map((name): Trespassers => [name]);

/** Tries to create a key as somebody who may not. A key of another account may: it makes one of its own. */
export const trespassOnKeyCreation = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-key-creation',
  needs: ['createApiKeys'],
  phase: 'refusal',
  changes: ['keys'],
  given: someone,
  first: others.map((name): Trespassers => [name]),
  runs: 0,
  probe: async (trespassers, session) => {
    const attempts = await attemptsOf(trespassers, session, async (api) =>
      api.createApiKey({ name: 'Trespasser' }),
    );
    await firstKey.in(session);
    return { operation: 'createApiKey', attempts: attempts.map(({ attempt }) => attempt) };
  },
});

/** Tries to have a webhook tested as somebody who may not. A key of another account may. */
export const trespassOnWebhookTest = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-webhook-test',
  needs: ['deliveries'],
  phase: 'refusal',
  given: fc.constantFrom(...each),
  first: [others],
  runs: 0,
  cost: { deliveries: 1 },
  probe: async (trespassers, session) => {
    const receiver = await session.receiver();
    // Whoever is let in spends a webhook call: the control comes first, while there is one.
    const own = receiver.open('/own', 207);
    const control = await session.api.control.testWebhook(configuration(own.url));
    if (!control.ok)
      throw new Unmet(`a webhook test with the right credential was refused with ${control.status}`);
    const possible = provided(trespassers, session);
    const boxes = possible.map(() => receiver.open('/trespass', 207));
    const attempts = [];
    for (const [index, name] of possible.entries()) {
      if (session.state.budgets.left('deliveries') === 0) break;
      const target_url = boxes[index]?.url;
      attempts.push(
        ...(await attemptsOf([name], session, async (api) => api.testWebhook(configuration(target_url)))),
      );
    }
    await wait(settleMs);
    if (own.calls.length === 0)
      throw new Unmet('a webhook test with the right credential called nothing (TEST-02)');
    return {
      operation: 'testWebhook',
      attempts: attempts.map(({ attempt }, index) => ({
        ...attempt,
        effect: (boxes[index]?.calls.length ?? 0) > 0,
      })),
    };
  },
});

/** Tries to update a sender profile as somebody who may not, then as somebody who may. */
export const trespassOnUpdate = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-update',
  needs: ['updates', 'senderProfile'],
  phase: 'refusal',
  changes: ['senderProfiles'],
  given: someone,
  first: each,
  runs: 0,
  probe: async (trespassers, session) => {
    const [uuid = ''] = await session.specimens.senderProfiles();
    const current = await readProfile(session, uuid);
    const { tookMs } = await mustTakeUpdate(
      session,
      uuid,
      unlike(current['last_name'], 'Controlled-Surname', 'Controlled-Again'),
    );
    const before = await readProfile(session, uuid);
    const attempted = unlike(before['last_name'], 'Trespass', 'Intruder');
    const attempts = await attemptsOf(trespassers, session, async (api) =>
      api.updateSenderProfile(uuid, { last_name: attempted }),
    );
    const effect = await hasChanged(session, uuid, { before, attempted }, tookMs * 2);
    return {
      operation: 'updateSenderProfile',
      attempts: attempts.map(({ attempt, answer }) => ({
        ...attempt,
        effect,
        disclosed: disclosedIn(answer.text, before),
      })),
    };
  },
});

/** Updates as somebody who may; tells how long it took to be seen, in ms: 0 where it was seen at once. */
async function mustTakeUpdate(
  session: Session,
  uuid: string,
  last_name: string,
): Promise<{ readonly tookMs: number }> {
  const { ok, status } = await session.api.control.updateSenderProfile(uuid, { last_name });
  if (!ok) throw new Unmet(`an update with the right credential was refused with ${status}`);
  const began = performance.now();
  if (await appears(session, uuid, last_name, 0)) return { tookMs: 0 };
  const look = async (): Promise<JsonObject> => readProfile(session, uuid);
  if (
    status === 202 &&
    (await settled(session, look, (now) => now['last_name'] === last_name))['last_name'] === last_name
  ) {
    return { tookMs: performance.now() - began };
  }
  throw new Unmet('an update with the right credential had no effect (PROF-05)');
}

/**
 * Whether the attempted name, or a change to any documented field, is seen within some milliseconds; it is looked for
 * once at least. What goes on changing while nothing is sent is no effect.
 */
async function hasChanged(
  session: Session,
  uuid: string,
  { before, attempted }: { readonly before: JsonObject; readonly attempted: string },
  withinMs: number,
): Promise<boolean> {
  const look = async (): Promise<JsonObject> => readProfile(session, uuid);
  const until = performance.now() + withinMs;
  for (;;) {
    const now = await look();
    if (now['last_name'] === attempted) return true;
    const changed = profileChanges(before, now);
    if (changed.length > 0) {
      await wait(untilClocksMoveMs);
      const later = await look();
      return changed.some((field) => isSameValue(field, now[field], later[field]));
    }
    if (performance.now() >= until) return false;
    await wait(20);
  }
}

/** Whether a name is seen within some milliseconds; it is looked for once at least. */
async function appears(
  session: Session,
  uuid: string,
  last_name: string,
  withinMs: number,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (;;) {
    if ((await readProfile(session, uuid))['last_name'] === last_name) return true;
    if (performance.now() >= until) return false;
    await wait(20);
  }
}

function unlike(now: unknown, text: string, other: string): string {
  return now === text ? other : text;
}

function configuration(target_url: string | undefined) {
  return { event: 'sender_profile_sent_email', request_method: 'POST', target_url };
}
