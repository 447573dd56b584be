/** Reads the record that a message of the sandbox carries, for gateways that change it. */
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';

/** The record that a request or an answer carries; empty if there is none. The message can be read again. */
export async function recordIn(message: Request | Response): Promise<JsonObject> {
  const body: unknown = await message
    .clone()
    .json()
    .catch(() => null);
  return isRecord(body) ? body : {};
}
