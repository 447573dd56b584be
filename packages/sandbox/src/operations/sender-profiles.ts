/** Get, Update and Delete a sender profile: /flows/api/sender-profiles/{uuid}. */
import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { World } from '../world.ts';
import { orRefuse } from './or-refuse.ts';
import { readJson } from './read-json.ts';

/** Answers with the profile. */
export function getSenderProfile(behaviour: Behaviour, call: AdmittedCall): Promise<Answer> {
  return orRefuse(behaviour, call, behaviour.findSenderProfile(call.uuid ?? '', call), (profile) =>
    behaviour.success(behaviour.senderProfileRecord(profile), call),
  );
}

/** Stores what the body names, and answers with the profile as it is then. */
export function updateSenderProfile(behaviour: Behaviour, call: AdmittedCall, world: World): Promise<Answer> {
  return orRefuse(behaviour, call, behaviour.findSenderProfile(call.uuid ?? '', call), (profile) =>
    orRefuse(behaviour, call, readJson(call, world.dialect.contentTypeCheck), (body) =>
      orRefuse(behaviour, call, behaviour.update(body), async (update) => {
        const stored = await behaviour.storeUpdate(profile, update, call);
        return behaviour.success(behaviour.senderProfileRecord(stored), call);
      }),
    ),
  );
}

/** Removes the profile for good. */
export function deleteSenderProfile(behaviour: Behaviour, call: AdmittedCall): Promise<Answer> {
  return orRefuse(behaviour, call, behaviour.findSenderProfile(call.uuid ?? '', call), (profile) => {
    behaviour.removeSenderProfile(profile, call);
    return behaviour.deleted(profile.uuid, call);
  });
}
