/** The service as the description gives it, under the dialect of its world. */
import type { Behaviour } from '../behaviour.ts';
import type { World } from '../world.ts';
import { describedAccess } from './access.ts';
import { describedAnswers } from './answers.ts';
import { describedKeys } from './keys.ts';
import { describedLists } from './lists.ts';
import { describedSenderProfiles } from './sender-profiles.ts';
import { describedWebhooks } from './webhooks.ts';

/** The correct behaviour: what every twin starts from. */
export function describedBehaviour(world: World): Behaviour {
  const answers = describedAnswers(world);
  const webhooks = describedWebhooks(world, answers.refusal);
  return {
    ...answers,
    ...describedAccess(world, answers.refusal),
    ...describedLists(world, webhooks.webhookRecord),
    ...describedKeys(world),
    ...webhooks,
    ...describedSenderProfiles(world),
  };
}
