/** Tries to create keys and test webhooks without permission (Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { allInBatches } from '../../engine/in-batches.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import type { Mailbox } from '../../http/receiver.ts';
import type { Session } from '../../session/session.ts';
import { intruderNamed, intruders, intrudersOnChanges, mustBeAllowed } from './intruders.ts';
import { firstKey } from '../../account/first-key.ts';
import { showsNewKey } from '../../account/key-in-refusal.ts';
import { knownWebhook } from '../../account/known-webhook.ts';
import type { Attempt, Trespassers, TrespassSeen } from './trespass.ts';
import { attemptOf, attemptsOf, provided } from './trespass-on-reads.ts';

const names = intruders.map(({ name }) => name);
const settleMs = 150;
const others = names.filter((name) => name !== 'a key of another account');
const fewer = others.filter((name) => intrudersOnChanges.some((one) => one.name === name));
const someone = fc.constantFrom(...names).map((name): Trespassers => [name]);

/** Tries to create a key without permission. A key of another account is permitted: it creates one of its own. */
export const trespassOnKeyCreation = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-key-creation',
  needs: ['createApiKeys'],
  phase: 'refusal',
  // While nothing else uses keys: after wrong credentials a service may lock out all callers for a while.
  changes: ['keys'],
  given: someone,
  first: others.map((name): Trespassers => [name]),
  runs: 0,
  probe: async (trespassers, session) => {
    mustBeAllowed(trespassers, session);
    const attempts = await attemptsOf(trespassers, session, async (api) =>
      api.createApiKey({ name: 'Trespasser' }),
    );
    await firstKey.in(session);
    const looked: Attempt[] = [];
    for (const { attempt, answer } of attempts)
      looked.push({ ...attempt, effect: attempt.accepted ? null : await showsNewKey(session, answer) });
    return { operation: 'createApiKey', attempts: looked };
  },
});

/** Tries to test a webhook without permission. A key of another account is permitted. */
export const trespassOnWebhookTest = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-webhook-test',
  needs: ['deliveries'],
  phase: 'refusal',
  given: someone,
  first: [fewer],
  runs: 0,
  cost: { deliveries: 1 },
  probe: async (trespassers, session) => {
    const receiver = await session.receiver();
    // An intruder that gets through uses up a webhook call: the control goes first, while one is left.
    const own = receiver.open('/own', 207);
    const control = await session.api.control.testWebhook(configuration(own.url));
    if (!control.ok)
      throw new Unmet(`a webhook test with the right credential was refused with ${control.status}`);
    const uuid = await namedInTests(session);
    const tests = provided(trespassers, session).flatMap((name, index) => testsOf(name, index, uuid));
    const attemptTo = async ({ name, bodyFor }: TestTried): Promise<{ attempt: Attempt; box: Mailbox }> => {
      const box = receiver.open('/trespass', 207);
      const body = bodyFor(box.url);
      const { attempt } = await attemptOf(name, session, async (api) => api.testWebhook(body, uuid !== null));
      return { attempt, box };
    };
    const left = (): number => session.state.budgets.left('deliveries');
    const attempts = await allInBatches(tests, attemptTo, left);
    await session.clock.wait(settleMs);
    if (own.calls.length === 0)
      throw new Unmet('a webhook test with the right credential called nothing (TEST-02)');
    return {
      operation: 'testWebhook',
      attempts: attempts.map(({ attempt, box }) => ({ ...attempt, effect: box.calls.length > 0 })),
    };
  },
});

/** A test sent without permission, keyed by the address it should call. */
interface TestTried {
  readonly name: string;
  readonly bodyFor: (target_url: string) => Readonly<Record<string, unknown>>;
}

/** Every other one names an existing webhook; without a credential, every form is tried. */
function testsOf(name: string, index: number, uuid: string | null): readonly TestTried[] {
  const full: TestTried = { name, bodyFor: configuration };
  if (uuid === null) return [full];
  const withUuid: TestTried = { name, bodyFor: (url) => ({ uuid, ...configuration(url) }) };
  if (intruderNamed(name).kind === 'no credential')
    return [full, withUuid, { name, bodyFor: () => ({ uuid }) }];
  return [index % 2 === 0 ? full : withUuid];
}

/** The uuid of a webhook that tests may name; null if there is none. */
async function namedInTests(session: Session): Promise<string | null> {
  // It may have to be created.
  const known = session.locks.hold({ reads: [], changes: ['webhooks'] }, async () =>
    knownWebhook.in(session),
  );
  return (await known.catch(whereUnmet(null)))?.uuid ?? null;
}

function configuration(target_url: string) {
  return { event: 'sender_profile_sent_email', request_method: 'POST', target_url };
}
