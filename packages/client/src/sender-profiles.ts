/** Sender profiles: reading, updating and deleting one. */
import type { SenderProfile } from '@outreach-api/types';
import { readNothing, readRecord } from './call.ts';
import type { AnswerFacts } from './errors.ts';
import type { SenderProfiles } from './outreach-client.ts';
import { pathOf } from './path-of.ts';
import type { Send } from './transport.ts';

const path = '/flows/api/sender-profiles/{uuid}';
const readProfile = (answer: AnswerFacts) => readRecord<SenderProfile>(answer, ['uuid']);

/** Makes the operations on sender profiles. */
export function createSenderProfiles(send: Send): SenderProfiles {
  return {
    get: (uuid, options) => send('get', path, pathOf(uuid), readProfile, options),
    update: (uuid, body, options) => send('put', path, { ...pathOf(uuid), body }, readProfile, options),
    delete: (uuid, options) => send('delete', path, pathOf(uuid), readNothing, options),
  };
}
