/** Sends updates of different sender profiles at the same time, and reads profiles afterwards. */
import { eventually } from '@outreach-api/engine';
import { isFreeAgain } from '@outreach-api/model/bounds';
import { classOf, isRefusedForNow, mayBeBusy } from '@outreach-api/model/records/answer-class';
import type { Credential } from '@outreach-api/model/records/credential';
import { inOtherCaseFirst } from '../../account/in-other-case.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Api } from '../../session/api.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { isOrdinaryUpdate, type ProfileFields } from '@outreach-api/model/records/profile-fields';
import { isDateBefore } from '@outreach-api/model/records/profile-dates';
import type { Session } from '../../session/session.ts';
import type { AddedHeaders } from '../../session/usual-headers.ts';
import { lookedAtAgain, whenStored } from '../../account/late-updates.ts';
import {
  differ,
  recordOf,
  seenIn,
  shows,
  type Look,
  type Round,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import { lookAtAll } from '../../account/look-at-profile.ts';
import { withSideEffects } from '../../account/side-effects.ts';

/** What a profile should become. */
export interface Change {
  readonly uuid: string;
  readonly sent: ProfileFields;
  /** See {@link UpdateSeen.named}: a server may refuse them. */
  readonly named?: JsonObject;
  /** Whose key sends it; the main key by default. */
  readonly by?: Credential;
  /** Headers in addition to the usual ones, of a client that escapes letters in JSON. */
  readonly headers?: AddedHeaders;
  /** Set if its uuid is first sent in the other letter case: a server that does not recognise it refuses. */
  readonly otherLetters?: boolean;
}

/**
 * Sends updates to different profiles at the same time, then reads the profiles that `before` shows. A change answered
 * with 202 may take a moment. One that is refused in parallel is sent again alone: nothing says that two at the same
 * time are accepted; but a server that fails does not refuse.
 *
 * @param reader - reads the profiles; the main key if not set, and none are read if it is null
 */
export async function updateRound(
  session: Session,
  before: readonly Look[],
  changes: readonly Change[],
  reader: Api | null = session.api,
): Promise<Round> {
  const together = await Promise.all(
    session.simultaneously(changes.map((change) => async (own: Session) => updateOnce(own, before, change))),
  );
  const updates: UpdateSeen[] = [];
  for (const update of together) {
    const wasBusy = !update.ok && changes.length > 1 && mayBeBusy(classOf(update));
    updates.push(wasBusy ? await updateOnce(session, before, update) : update);
  }
  return { updates, looks: reader === null ? [] : await looksAfter(session, before, updates, reader) };
}

/** Reads profiles after their updates, or as they were before if no update of theirs was accepted. */
async function looksAfter(
  session: Session,
  before: readonly Look[],
  updates: readonly UpdateSeen[],
  reader: Api,
): Promise<readonly Look[]> {
  const looks = await lookAtAll(session, before, reader);
  const settled = await Promise.all(
    looks.map(async (look, at) => {
      const previous = before[at] ?? look;
      const own = updates.find(({ uuid }) => uuid === look.uuid);
      return lookedAtAgain(session, look, (now) => {
        if (own?.ok !== true) return !differ(previous, now);
        return !goesBack(previous, now) && (classOf(own).effect !== 'later' || shows(now, own.sent));
      });
    }),
  );
  const updated = before.filter((look) => updates.some(({ uuid }) => uuid === look.uuid));
  return withSideEffects(session, settled, updated);
}

async function updateOnce(
  session: Session,
  before: readonly Look[],
  { uuid, sent, named, by, headers, otherLetters = false }: Change,
): Promise<UpdateSeen> {
  const caller = by === undefined ? session.api : session.as(by);
  const api = headers === undefined ? caller : caller.with({ headers, writes: 'in ASCII, on several lines' });
  const body = { ...sent, ...named };
  const update = async (through: Api): Promise<Answer> => through.updateSenderProfile(uuid, body);
  // A service may be busy with an earlier write.
  const { last: answer } = await eventually(
    session.state,
    isFreeAgain,
    async () => (otherLetters ? inOtherCaseFirst(api, update) : update(api)),
    (came) => !isRefusedForNow(classOf(came)) || !isOrdinaryUpdate(body),
  );
  const previous = before.find((look) => look.uuid === uuid);
  await whenStored(session, answer, uuid, { ...sent }, previous);
  return { ...seenIn(uuid, answer), sent, ...(named === undefined ? {} : { named }) };
}

function goesBack(before: Look, after: Look): boolean {
  return isDateBefore(recordOf(after)?.['updated_at'], recordOf(before)?.['updated_at']);
}
