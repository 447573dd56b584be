/** Sends updates of different sender profiles at the same time, and looks at profiles afterwards. */
import { isOrdinaryText } from '../../texts/ordinary-text.ts';
import type { Credential } from '../../http/credential.ts';
import { firstInOtherLetters } from '../../account/in-other-letters.ts';
import { mayBeBusy, type Answer } from '../../records/exchange.ts';
import type { Api } from '../../session/api.ts';
import type { ProfileFields } from '../../records/profile-fields.ts';
import { isDateBefore } from '../../records/profile-dates.ts';
import type { Session } from '../../session/session.ts';
import { lookedAtAgain, whenStored } from '../../account/late-updates.ts';
import {
  differ,
  lookAtAll,
  recordOf,
  seenIn,
  shows,
  type Look,
  type Round,
  type UpdateSeen,
} from '../../account/profile-history.ts';

/** What is to become of a profile. */
export interface Change {
  readonly uuid: string;
  readonly sent: ProfileFields;
  /** Whose key sends it; the main key where not set. */
  readonly by?: Credential;
  /** Set where its uuid is first written in other letters: a server that does not know it so refuses. */
  readonly otherLetters?: boolean;
}

/**
 * Sends updates to different profiles at the same time, then looks at the profiles that `before` shows. What was
 * answered 202 may take a moment. One that is refused beside others is sent again alone: nothing says that two at
 * the same time are taken, but a server that fails does not refuse.
 */
export async function updateRound(
  session: Session,
  before: readonly Look[],
  changes: readonly Change[],
): Promise<Round> {
  const together = await Promise.all(
    session.simultaneously(changes.map((change) => async (own: Session) => updateOnce(own, before, change))),
  );
  const updates: UpdateSeen[] = [];
  for (const update of together) {
    const wasBusy = !update.ok && changes.length > 1 && mayBeBusy(update.status);
    updates.push(wasBusy ? await updateOnce(session, before, update) : update);
  }
  return { updates, looks: await looksAfter(session, before, updates) };
}

/** Looks at profiles after their updates: as they were before, if there were none. */
async function looksAfter(
  session: Session,
  before: readonly Look[],
  updates: readonly UpdateSeen[],
): Promise<readonly Look[]> {
  const looks = await lookAtAll(session, before);
  return Promise.all(
    looks.map(async (look, at) => {
      const previous = before[at] ?? look;
      const own = updates.find(({ uuid }) => uuid === look.uuid);
      return lookedAtAgain(session, look, (now) => {
        if (own === undefined) return !differ(previous, now);
        return own.status !== 202 || (shows(now, own.sent) && !goesBack(previous, now));
      });
    }),
  );
}

async function updateOnce(
  session: Session,
  before: readonly Look[],
  { uuid, sent, by, otherLetters = false }: Change,
): Promise<UpdateSeen> {
  const api = by === undefined ? session.api : session.as(by);
  const update = async (through: Api): Promise<Answer> => through.updateSenderProfile(uuid, sent);
  const answer = await (otherLetters ? firstInOtherLetters(api, update) : update(api));
  const ordinary = Object.values(sent).every((text) => isOrdinaryText(text));
  const previous = before.find((look) => look.uuid === uuid);
  await whenStored(session, answer, uuid, { ...sent }, previous);
  return { ...seenIn(uuid, answer), sent, ordinary };
}

function goesBack(before: Look, after: Look): boolean {
  return isDateBefore(recordOf(after)?.['updated_at'], recordOf(before)?.['updated_at']);
}
