/** Sender profiles: reading, updating and deleting one. */
import type { SenderProfile } from '@outreach-api/types';
import type { AnswerFacts } from './call-facts.ts';
import type { SenderProfiles } from './outreach-client.ts';
import { pathOf } from './path-of.ts';
import { readNothing, readRecord } from './read-answer.ts';
import type { Operate } from './transport.ts';

const path = '/flows/api/sender-profiles/';
const readProfile = (answer: AnswerFacts) => readRecord<SenderProfile>(answer, 'uuid');

/** Creates the operations on sender profiles. */
export function createSenderProfiles(operate: Operate): SenderProfiles {
  const [get, update, remove] = [operate('GET', path), operate('PUT', path), operate('DELETE', path)];
  return {
    get: (uuid, options) => get(() => pathOf(uuid), readProfile, options),
    update: (uuid, body, options) => update(() => pathOf(uuid), readProfile, options, body),
    delete: (uuid, options) => remove(() => pathOf(uuid), readNothing, options),
  };
}
