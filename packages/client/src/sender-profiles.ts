/** Sender profiles: reading, updating and deleting one. */
import type { SenderProfile } from '@outreach-api/types';
import { callOf, readNothing, readRecord } from './call.ts';
import type { Answered } from './exchange.ts';
import type { SenderProfiles } from './outreach-client.ts';
import { pathUuid } from './path-uuid.ts';
import type { Send } from './transport.ts';

const path = '/flows/api/sender-profiles/{uuid}';
const params = (uuid: string) => ({ path: { uuid: pathUuid(uuid) } });
const readProfile = (answered: Answered) => readRecord<SenderProfile>(answered, ['uuid']);

/** Makes the operations on sender profiles. */
export function createSenderProfiles(send: Send): SenderProfiles {
  return {
    get(uuid, options = {}) {
      const at = params(uuid);
      const sent = send(options, (api, init) => api.GET(path, { ...init, params: at }));
      return callOf(sent, readProfile);
    },
    update(uuid, changes, options = {}) {
      const at = params(uuid);
      const sent = send(options, (api, init) => api.PUT(path, { ...init, params: at, body: changes }));
      return callOf(sent, readProfile);
    },
    delete(uuid, options = {}) {
      const at = params(uuid);
      const sent = send(options, (api, init) => api.DELETE(path, { ...init, params: at }));
      return callOf(sent, readNothing);
    },
  };
}
