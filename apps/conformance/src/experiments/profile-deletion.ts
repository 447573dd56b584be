import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { isGatewayFailure, type Answer } from '../session/exchange.ts';
import type { Session } from '../session/session.ts';
import { lookAt, mustShow, recordOf, seenIn, whenStored, type Look } from './profile-history.ts';
import { mustBeSteady, mustNotChangeByThemselves } from './own-changes.ts';
import { lookAtOthers } from './profiles-at-hand.ts';
import { settled } from './settled.ts';

/** Which of reading and updating comes first once the profile is deleted. */
export type Afterwards = 'read first' | 'update first';

/** A sender profile before and after it was deleted, and the others. */
export interface DeletionSeen {
  readonly uuid: string;
  /** Whether an update of it was taken before. */
  readonly wasUpdatable: boolean;
  /** The answer to the deletion; the last one where a failing server was asked again. */
  readonly deletion: Look;
  /** Requests for it after the deletion, in order; none where it was refused. */
  readonly after: readonly { readonly request: 'read' | 'update'; readonly answer: Look }[];
  readonly others: readonly { readonly before: Look; readonly after: Look }[];
}

const orders = {
  'read first': ['read', 'update', 'read'],
  'update first': ['update', 'read', 'read'],
} as const;
/** What comes back, comes back a while later. */
const untilLastMs = 400;
const mostDeletions = 3;
const mostOthers = 8;
const renamed = { first_name: 'Soon', last_name: 'Gone' };
const renamedAgain = { first_name: 'Back', last_name: 'Again' };

/** Deletes a disposable sender profile, then reads and updates it, and looks at others (Delete a sender profile). */
export const profileDeletion = defineExperiment<Afterwards, DeletionSeen>({
  name: 'profile-deletion',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'delete',
  changes: ['senderProfiles'],
  given: fc.constantFrom('read first', 'update first'),
  first: ['read first', 'update first'],
  runs: 0,
  costly: true,
  probe: async (afterwards, session) => {
    const uuid = await session.specimens.disposableSenderProfile();
    const before = await lookAt(session.api.control, uuid);
    mustShow(before);
    const wasUpdatable = await isUpdatable(session, before);
    const alike = await anotherAlike(session);
    const others = await mustBeSteady(session, [
      ...(await lookAtOthers(session, [uuid, ...alike], 0, mostOthers)),
      ...(await Promise.all(alike.map(async (one) => lookAt(session.api.control, one)))),
    ]);

    const began = performance.now();
    const answer = await deleted(session, uuid);
    const deletion = seenIn(uuid, answer);
    if (answer.status === 202)
      await settled(
        session,
        async () => lookAt(session.api.control, uuid),
        ({ ok }) => !ok,
      );
    if (!(await lookAt(session.api.control, uuid)).ok) session.specimens.deleted('sender profile', uuid);
    const after = answer.ok ? await whatIsLeft(session, uuid, afterwards) : [];
    const looks = await Promise.all(others.map(async (look) => lookPatiently(session, look.uuid)));
    await mustNotChangeByThemselves(session, others, looks, performance.now() - began);
    for (const one of alike) await giveBack(session, one);
    const pairs = others.flatMap((look, index) => {
      const later = looks[index];
      return later === undefined ? [] : [{ before: look, after: later }];
    });
    return { uuid, wasUpdatable, deletion, after, others: pairs };
  },
});

/** Another disposable profile, given the same names: a careless target deletes by what is alike. */
async function anotherAlike(session: Session): Promise<readonly string[]> {
  try {
    const uuid = await session.specimens.disposableSenderProfile();
    const before = await lookAt(session.api.control, uuid);
    await isUpdatable(session, before);
    return [uuid];
  } catch (error) {
    if (error instanceof Unmet) return [];
    throw error;
  }
}

async function giveBack(session: Session, uuid: string): Promise<void> {
  const isThere = (await lookAt(session.api.control, uuid)).ok;
  if (isThere) session.specimens.giveBack('senderProfiles', uuid);
  else session.specimens.deleted('sender profile', uuid);
}

async function isUpdatable(session: Session, before: Look): Promise<boolean> {
  const answer = await session.api.control.updateSenderProfile(before.uuid, renamed);
  await whenStored(session, answer, before.uuid, renamed, before);
  return answer.ok;
}

/** Deletes; a server that fails is asked again, unless it deleted all the same. */
async function deleted(session: Session, uuid: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await session.api.deleteSenderProfile(uuid);
    if (answer.status < 500 || tries === mostDeletions) return answer;
    if ((await lookAt(session.api.control, uuid)).ok) continue;
    if (!isGatewayFailure(answer.status)) return answer;
    session.specimens.deleted('sender profile', uuid);
    throw new Unmet(`a gateway failed while sender profile ${uuid} was deleted`);
  }
}

async function whatIsLeft(
  session: Session,
  uuid: string,
  afterwards: Afterwards,
): Promise<DeletionSeen['after']> {
  const after: { request: 'read' | 'update'; answer: Look }[] = [];
  for (const [index, request] of orders[afterwards].entries()) {
    if (index === orders[afterwards].length - 1) await wait(untilLastMs);
    const answer =
      request === 'read'
        ? await session.api.getSenderProfile(uuid)
        : await session.api.updateSenderProfile(uuid, renamedAgain);
    after.push({ request, answer: seenIn(uuid, answer) });
  }
  return after;
}

/** Looks at a profile; a server that fails is asked again. */
async function lookPatiently(session: Session, uuid: string): Promise<Look> {
  const first = await lookAt(session.api, uuid);
  return recordOf(first) === undefined ? lookAt(session.api, uuid) : first;
}
