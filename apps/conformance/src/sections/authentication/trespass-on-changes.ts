/** Tries to create keys and test webhooks without permission (Authentication). */
import { allInBatches, Unmet, whereUnmet } from '@outreach-api/engine';
import { firstKey } from '../../account/first-key.ts';
import { showsNewKey } from '../../account/key-in-refusal.ts';
import { unusedName } from '../../account/made-key.ts';
import { knownWebhook, namedEvent } from '../../account/known-webhook.ts';
import type { Session } from '../../session/session.ts';
import { attemptOf } from './attempts.ts';
import { intruderNamed } from './intruders-on.ts';
import type { Trespass, Trespassers, Tried } from './trespass.ts';

const settleMs = 150;

type Body = Readonly<Record<string, unknown>>;

/** Tries to create keys, as many at a time as leave one for the control: an intruder that gets through uses one up. */
export async function tryToCreateKeys({ callers }: Trespass, session: Session): Promise<Tried> {
  const left = (): number => session.state.budgets.left('createApiKeys');
  // A service may accept each name once, and one that lets somebody in has used its name.
  const nameOf = (at: number): string => unusedName(session, `by trespasser ${at}`);
  const answered = await allInBatches(
    [...callers.entries()],
    async ([at, name]) =>
      attemptOf({ name, send: async (api) => api.createApiKey({ name: nameOf(at) }) }, session),
    () => Math.min(left(), Math.max(1, left() - 1)),
  );
  if (answered.length === 0)
    throw new Unmet('the number of API keys that may be created (`allow.createApiKeys`) is used up');
  const control = firstKey.in(session);
  await (answered.some(({ attempt }) => attempt.accepted) ? control.catch(whereUnmet(null)) : control);
  const attempts = answered.map(async ({ attempt, answer }) => ({
    ...attempt,
    effect: attempt.accepted ? null : await showsNewKey(session, answer),
  }));
  return { attempts: await Promise.all(attempts) };
}

/** Tries to test a webhook, each at an address of its own. */
export async function tryToTest({ callers }: Trespass, session: Session): Promise<Tried> {
  const receiver = await session.receiver();
  // An intruder that gets through uses up a webhook call: the control goes first, while one is left.
  const own = receiver.open('/own', 207);
  const control = await session.api.control.testWebhook(configuration(own.url));
  if (!control.ok)
    throw new Unmet(`a webhook test with the right credential was refused with ${control.status}`);
  const uuid = await namedInTests(session);
  const attempts = await allInBatches(
    testsOf(callers, uuid),
    async ({ name, bodyFor }) => {
      const box = receiver.open('/trespass', 207);
      const body = bodyFor(box.url);
      const { attempt } = await attemptOf(
        { name, send: async (api) => api.testWebhook(body, uuid !== null) },
        session,
      );
      return { attempt, box };
    },
    () => session.state.budgets.left('deliveries'),
  );
  await session.clock.wait(settleMs);
  if (own.calls.length === 0)
    throw new Unmet('a webhook test with the right credential called nothing (TEST-02)');
  return { attempts: attempts.map(({ attempt, box }) => ({ ...attempt, effect: box.calls.length > 0 })) };
}

/** Every other one names an existing webhook; without a credential, every form is tried. */
function testsOf(
  callers: Trespassers,
  uuid: string | null,
): readonly { readonly name: string; readonly bodyFor: (url: string) => Body }[] {
  const withUuid = (url: string): Body => ({ uuid, ...configuration(url) });
  return callers.flatMap((name, index) => {
    const some = index % 2 === 0 ? [configuration] : [withUuid];
    const all =
      intruderNamed(name).kind === 'no credential' ? [configuration, withUuid, () => ({ uuid })] : some;
    return (uuid === null ? [configuration] : all).map((bodyFor) => ({ name, bodyFor }));
  });
}

/** The uuid of a webhook that tests may name; null if there is none. */
async function namedInTests(session: Session): Promise<string | null> {
  // It may have to be created.
  const known = session.locks.hold({ reads: [], changes: ['webhooks'] }, async () =>
    knownWebhook.in(session),
  );
  return (await known.catch(whereUnmet(null)))?.uuid ?? null;
}

function configuration(target_url: string): Body {
  return { event: namedEvent, request_method: 'POST', target_url };
}
