/** Deletes records where the server, or a gateway, may fail at first, or be busy with the record. */
import { Unmet } from '@outreach-api/engine';
import { classOf, mayPass } from '@outreach-api/model/records/answer-class';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';

const mostTries = 4;
const untilAgainMs = 300;

/** A deletion, and whether the record is still there. */
export interface Deletion {
  /** The record, in words. */
  readonly record: string;
  readonly ask: () => Promise<Answer>;
  readonly isThere: () => Promise<boolean>;
}

/**
 * Deletes a record; asks again if the server fails or is busy, unless the record was deleted anyway.
 *
 * @throws Unmet if a gateway answered, and the record is gone: what the service would have answered is unknown
 */
export async function deleteForSure({ clock }: Session, { record, ask, isThere }: Deletion): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (!mayPass(classOf(answer)) || tries === mostTries) return answer;
    await clock.wait(untilAgainMs * tries ** 2);
    if (await isThere()) continue;
    if (classOf(answer).by !== 'gateway') return answer;
    throw new Unmet(`a gateway failed while ${record} was deleted`);
  }
}
