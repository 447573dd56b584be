/**
 * Updates of sender profiles that were answered 202: they may take a moment, so a reader looks again before judging.
 */
import { eventually } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { laterChange } from '@outreach-api/model/bounds';
import { isOrdinaryText } from '@outreach-api/model/texts/ordinary-text';
import type { LateUpdate } from '../session/account.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';
import { isShown, recordOf, type Look } from '@outreach-api/model/records/profile-history';
import { lookAt } from './look-at-profile.ts';

const momentMs = 3000;

/**
 * Waits for an update that was answered 202. If its values were shown already, there is nothing to wait for: then it
 * waits a fixed time.
 */
export async function whenStored(
  session: Session,
  answer: Answer,
  uuid: string,
  sent: JsonObject,
  previous: Look | undefined,
): Promise<void> {
  if (classOf(answer).effect !== 'later') return;
  const at = session.clock.now();
  const isEmpty = previous !== undefined && showsAll(previous, sent);
  if (isEmpty) await session.clock.wait(300);
  const isOrdinary = Object.values(sent).every((text) => typeof text !== 'string' || isOrdinaryText(text));
  const { last: look } = await eventually(
    session.state,
    laterChange(isOrdinary ? 'an update' : 'an update with text that may be refused'),
    async () => lookAt(session.api.control, uuid),
    (now) => showsAll(now, sent),
  );
  session.state.account.profiles.lateUpdates.set(uuid, { sent, at, wasShown: showsAll(look, sent) });
}

/**
 * The look itself, or a later one: if the values of a recent update answered 202 were shown already, a reading that is
 * not as it should be is repeated for a while.
 *
 * @param otherLetters - see {@link lookAt}
 */
export async function lookedAtAgain(
  session: Session,
  look: Look,
  isAsItShouldBe: (look: Look) => boolean,
  otherLetters = false,
): Promise<Look> {
  if (isAsItShouldBe(look) || updatedLately(session, look.uuid)?.wasShown !== true) return look;
  const again = async (): Promise<Look> => lookAt(session.api, look.uuid, otherLetters);
  return (await eventually(session.state, laterChange('a later reading'), again, isAsItShouldBe)).last;
}

function updatedLately(session: Session, uuid: string, now = session.clock.now()): LateUpdate | undefined {
  const update = session.state.account.profiles.lateUpdates.get(uuid);
  return update === undefined || update.at + momentMs < now ? undefined : update;
}

function showsAll(look: Look, sent: JsonObject): boolean {
  const record = recordOf(look);
  return (
    record !== undefined &&
    Object.entries(sent).every(([field, value]) =>
      typeof value === 'string' ? isShown(record[field], value) : record[field] === value,
    )
  );
}
