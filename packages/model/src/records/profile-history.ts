/** What was seen of sender profiles over rounds of updates (Sender profile). */
import { Unmet } from '@outreach-api/engine';
import { isBlank, isOrdinaryText } from '../texts/ordinary-text.ts';
import { isSameText } from '../texts/same-text.ts';
import { textFields, type ProfileFields } from './profile-fields.ts';
import { isRecord, type JsonObject } from './is-record.ts';
import { profileChanges } from './profile-changes.ts';
import type { Answer, SenderOfHeaders } from './exchange.ts';
import { isSameUuid } from './uuid.ts';

/** Why a profile is known to exist and must be readable. */
export type KnownProfile =
  | { readonly by: 'provision module' }
  /** The server fails on it, and refuses a uuid that no profile has with this status. */
  | { readonly by: 'target file'; readonly unknownRefusedWith: number }
  /** It was read without the headers that were added to this request. */
  | { readonly by: 'a read without headers'; readonly headersOf: SenderOfHeaders }
  /** It was read before and after updates of it, during which this came. */
  | { readonly by: 'reads before and after updates' };

/** The response to reading a sender profile. */
export interface Look {
  readonly uuid: string;
  readonly ok: boolean;
  readonly status: number;
  /** The body as it came; undefined if it is not JSON. */
  readonly body: unknown;
  /** Set if updates have side effects, and this run updated it so recently that they may not have ended. */
  readonly isSettling?: true;
  /** Set if it is known to be there, though it may never have been read. */
  readonly known?: KnownProfile;
}

/** One update of a sender profile, and the response to it. */
export interface UpdateSeen extends Look {
  readonly sent: ProfileFields;
  /** Fields that no update changes, which its body named nevertheless. */
  readonly named?: JsonObject;
}

/** Simultaneous updates of different profiles, and a look at some profiles once they were answered. */
export interface Round {
  readonly updates: readonly UpdateSeen[];
  readonly looks: readonly Look[];
}

/** Sender profiles over some rounds; the first round only looks. */
export interface ProfileHistory {
  readonly rounds: readonly Round[];
}

/** Whether a conforming target accepts an update: it sends nothing but ordinary text. */
export function isOrdinary({ sent, named }: UpdateSeen): boolean {
  return named === undefined && Object.values(sent).every((text) => isOrdinaryText(text));
}

/** An answer as it is judged. */
export function seenIn(uuid: string, { ok, status, json }: Answer): Look {
  return { uuid, ok, status, body: json };
}

/** The record of a look, if it shows one. */
export function recordOf(look: Look | undefined): JsonObject | undefined {
  return look?.ok === true && isRecord(look.body) ? look.body : undefined;
}

/** The records of those looks that show one. */
export function recordsOf(looks: readonly Look[]): readonly JsonObject[] {
  return looks.map((look) => recordOf(look)).filter((record) => record !== undefined);
}

/**
 * The record of the requested profile.
 *
 * @throws Unmet if it was refused, or another record came: then nothing can be said about this profile
 */
export function mustShow(look: Look): JsonObject {
  if (!look.ok)
    throw new Unmet(`reading sender profile ${look.uuid} was refused with ${look.status}: is it there?`);
  const record = recordOf(look);
  if (record === undefined || !isSameUuid(record['uuid'], look.uuid)) {
    throw new Unmet(`reading sender profile ${look.uuid} did not answer with its record (PROF-01, PROF-02)`);
  }
  return record;
}

/** Whether a look shows all that was sent; white space at the ends counts only if what was sent is ordinary. */
export function shows(look: Look, sent: ProfileFields): boolean {
  const record = recordOf(look);
  return record !== undefined && textFields.every((field) => isShown(record[field], sent[field]));
}

/**
 * Whether a field shows the text that was sent for it; true if none was sent. Blank text may be shown as none, except
 * in fields that must have a value.
 */
export function isShown(shown: unknown, sent: string | undefined): boolean {
  if (sent === undefined) return true;
  if (shown === null) return isBlank(sent);
  if (typeof shown !== 'string') return false;
  return isSameText(shown, sent) || (!isOrdinaryText(sent) && isSameText(shown.trim(), sent.trim()));
}

/** Whether two looks at a profile show different records. */
export function differ(before: Look, after: Look | undefined): boolean {
  const [from, to] = [recordOf(before), recordOf(after)];
  return from === undefined || to === undefined
    ? before.ok !== after?.ok
    : profileChanges(from, to).length > 0;
}
