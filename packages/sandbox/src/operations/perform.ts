/** What each operation does once its caller is known and admitted. */
import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { World } from '../world.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteSenderProfile, getSenderProfile, updateSenderProfile } from './sender-profiles.ts';
import { deleteWebhook, listWebhooks, testWebhook } from './webhooks.ts';

/** Performs the operation of a call with `behaviour`. */
export function perform(behaviour: Behaviour, call: AdmittedCall, world: World): Promise<Answer> | Answer {
  switch (call.operation) {
    case 'apiKeys.create':
      return createApiKey(behaviour, call, world);
    case 'webhooks.list':
      return listWebhooks(behaviour, call);
    case 'webhooks.test':
      return testWebhook(behaviour, call, world);
    case 'webhooks.delete':
      return deleteWebhook(behaviour, call);
    case 'senderProfiles.get':
      return getSenderProfile(behaviour, call);
    case 'senderProfiles.update':
      return updateSenderProfile(behaviour, call, world);
    case 'senderProfiles.delete':
      return deleteSenderProfile(behaviour, call);
    case 'unknown':
    default:
      return behaviour.refusal({ ok: false, reason: 'unknown-path', detail: 'there is nothing here' }, call);
  }
}
