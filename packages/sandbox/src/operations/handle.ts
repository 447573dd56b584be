/** Takes a request through the service: the caller, the rate limit, the operation, the last step for the answer. */
import { refused } from '../answer.ts';
import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../records.ts';
import type { World } from '../world.ts';
import { perform } from './perform.ts';

/** Answers a call with `behaviour`; `identified` receives the caller whose key was accepted. */
export async function handle(
  behaviour: Behaviour,
  call: Call,
  world: World,
  identified: (caller: Caller) => void,
): Promise<Answer> {
  return behaviour.answer(await answered(behaviour, call, world, identified), call);
}

async function answered(
  behaviour: Behaviour,
  call: Call,
  world: World,
  identified: (caller: Caller) => void,
): Promise<Answer> {
  const token = behaviour.credential(call);
  if (token === null) {
    return behaviour.notAdmitted(refused('missing-credential', 'send Authorization: Bearer <API key>'), call);
  }
  const caller = await behaviour.identify(token, call);
  if (caller === null) {
    return behaviour.notAdmitted(refused('bad-credential', 'the credential is not a valid API key'), call);
  }
  identified(caller);
  const admitted = { ...call, caller };
  const admission = behaviour.admit(admitted);
  if (admission.admitted) return perform(behaviour, admitted, world);
  return behaviour.limited(admission.waitMs, admitted, async () => perform(behaviour, admitted, world));
}
