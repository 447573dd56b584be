/** Sender profiles: reading, updating and deleting one. */
import type { SenderProfile, SenderProfileUpdate } from '@outreach-api/types';
import { callOf, readNothing, readRecord } from './call.ts';
import type { Call } from './call.ts';
import type { CallOptions } from './client-options.ts';
import type { Answered } from './exchange.ts';
import { pathUuid } from './path-uuid.ts';
import type { Send } from './transport.ts';

/** The operations on sender profiles. */
export interface SenderProfiles {
  /**
   * Reads a profile (section "Get a sender profile").
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  get(uuid: string, options?: CallOptions): Call<SenderProfile>;
  /**
   * Updates a profile and brings it as it is then (section "Update a sender profile"). Whether an omitted field is
   * kept or cleared is not shown: send each one that matters.
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  update(uuid: string, changes: SenderProfileUpdate, options?: CallOptions): Call<SenderProfile>;
  /**
   * Deletes a profile for good (section "Delete a sender profile").
   *
   * @throws OutreachError; TypeError where the uuid cannot be one
   */
  delete(uuid: string, options?: CallOptions): Call<void>;
}

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
