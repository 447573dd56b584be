/** Finds a record that was deleted in this run, to delete it again: that uses up no further one. */
import { Unmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { Ledger } from '../ledger/ledger.ts';
import type { Session } from '../session/session.ts';

/** A target that deletes later is given this long. */
const pauseAfter202Ms = 500;

/**
 * The uuid of a record that was deleted in this run; if there is none, deletes a disposable one.
 *
 * @throws Unmet if none is available, or its deletion is refused
 */
export async function deletedBefore(session: Session, kind: 'webhook' | 'sender profile'): Promise<string> {
  const known = deletedIn(session.state.ledger, kind);
  if (known !== undefined) return known;
  const { fixtures, api } = session;
  const isWebhook = kind === 'webhook';
  const uuid = await (isWebhook ? fixtures.disposableWebhook() : fixtures.disposableSenderProfile());
  const answer = await (isWebhook ? api.deleteWebhook(uuid) : api.deleteSenderProfile(uuid));
  if (!answer.ok) {
    fixtures.giveBack(isWebhook ? 'webhooks' : 'senderProfiles', uuid);
    throw new Unmet(`deleting a ${kind} was refused with ${answer.status}`);
  }
  if (classOf(answer).effect === 'later') await session.clock.wait(pauseAfter202Ms);
  fixtures.settle(kind, uuid, 'unknown');
  return uuid;
}

/** The ledger says of records that the suite made itself that they were undone. */
function deletedIn({ entries }: Ledger, kind: string): string | undefined {
  return entries
    .find(({ action, undone }) => action === `deleted ${kind}` || (undone && action === `made ${kind}`))
    ?.what.replace(/^uuid /, '');
}
