/** Updates that were answered with 202 and are stored a moment later, in order of arrival. */
import type { SenderProfileBehaviour } from '../behaviour.ts';
import type { SenderProfileUpdate, StoredSenderProfile } from '../records.ts';
import type { World } from '../world.ts';

/**
 * Stores an update after `delayMs`, and answers with the profile as it will be then. Only the fields of the update are
 * written: a later update may be in progress, whose fields must not be undone.
 */
export function pendingUpdates(
  world: World,
  updated: SenderProfileBehaviour['updated'],
  delayMs: number,
): (profile: StoredSenderProfile, update: SenderProfileUpdate) => StoredSenderProfile {
  const waiting = new Map<string, SenderProfileUpdate[]>();
  return (profile, update) => {
    const { uuid } = profile;
    const queue = waiting.get(uuid) ?? [];
    queue.push(update);
    waiting.set(uuid, queue);
    world.later(delayMs, () => {
      queue.shift();
      if (queue.length === 0) waiting.delete(uuid);
      const current = world.store.senderProfiles.find(uuid);
      if (current !== null) world.store.senderProfiles.update(updated(current, update));
    });
    return queue.reduce<StoredSenderProfile>((current, one) => updated(current, one), profile);
  };
}
