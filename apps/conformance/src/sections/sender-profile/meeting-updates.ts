/** Sends two updates of different fields of one sender profile, and reads it, at the same time (Update a sender profile). */
import * as fc from 'fast-check';
import { eventually } from '@outreach-api/engine';
import { lookAt } from '../../account/look-at-profile.ts';
import { apartMs, shortList } from '../../account/short-list.ts';
import { whenStored } from '../../account/late-updates.ts';
import { laterChange } from '@outreach-api/model/bounds';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { Answer } from '@outreach-api/model/records/exchange';
import { isSameValue } from '@outreach-api/model/records/profile-changes';
import { textFields, type ProfileFields } from '@outreach-api/model/records/profile-fields';
import {
  mustShow,
  recordOf,
  seenIn,
  shows,
  type Look,
  type ProfileHistory,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import { defineExperiment, seenAs } from '../../session/suite.ts';
import type { Session } from '../../session/session.ts';
import { mustSendTogether, onKnownProfile, updatedTo } from './known-profile.ts';

/** What is seen of a profile, and of the list of webhooks, while the profile is updated. */
interface MeetingSeen {
  readonly history: ProfileHistory;
  /** How lists of webhooks were answered; without those for which the service had no time. */
  readonly listed: readonly Pick<Answer, 'ok' | 'status'>[];
  /** Whose key was used. */
  readonly key: string;
}

/** As plain as text can be, and no text of other experiments: whoever shows it has it from here. */
const before = { first_name: 'Nell', last_name: 'Ortiz', label: 'Quiet' };

export const meetingUpdates = defineExperiment<null, MeetingSeen>({
  name: 'meeting-updates',
  does: 'updates each half of a profile at the same time, while others read it',
  needs: ['updates', 'senderProfile'],
  phase: 'change',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    mustSendTogether(session);
    return onKnownProfile(session, 1, before, async (uuid) =>
      meeting(session, await updatedTo(session, uuid, before)),
    );
  },
});

/** The profile, before, during and after the updates. */
export const profileUnderUpdates = seenAs(meetingUpdates, ({ history }) => history);

async function meeting(session: Session, taken: Look): Promise<MeetingSeen> {
  const { uuid } = taken;
  const update =
    (sent: ProfileFields) =>
    async ({ api }: Session) => ({
      sent,
      answer: await api.updateSenderProfile(uuid, { ...sent }),
    });
  // Another run's list may find the service held up by one update, but hardly by each.
  const [ofOne, firstList, read, ofOther, secondList] = await Promise.all(
    session.simultaneously(
      [
        update({ first_name: 'Una' }),
        shortList,
        async ({ api }: Session) => api.getSenderProfile(uuid),
        update({ label: 'Loud' }),
        shortList,
      ],
      apartMs,
    ),
  );
  const answers = [ofOne, ofOther];
  for (const { sent, answer } of answers) await whenStored(session, answer, uuid, { ...sent }, taken);
  const accepted = answers.filter(({ answer }) => answer.ok);
  const look = async (): Promise<Look> => lookAt(session.api, uuid);
  const isStored = (now: Look): boolean => !accepted.some(({ sent }) => isPutBack(now, sent));
  const final = accepted.some(({ answer }) => classOf(answer).effect === 'later')
    ? (await eventually(session.state, laterChange('one of two updates at the same time'), look, isStored))
        .last
    : await look();
  mustShow(final);
  const updates = accepted
    .filter(({ sent }) => shows(final, sent) || isPutBack(final, sent))
    .map(({ sent, answer }): UpdateSeen => ({ ...seenIn(uuid, answer), sent }));
  const meanwhile: Look = isBusy(read)
    ? taken
    : { ...seenIn(uuid, read), known: { by: 'reads before and after updates' } };
  return {
    history: {
      rounds: [
        { updates: [], looks: [taken] },
        { updates: [], looks: [meanwhile] },
        { updates, looks: [final] },
      ],
    },
    listed: [firstList, secondList].filter((answer) => !isBusy(answer)),
    key: session.credential.name,
  };
}

/**
 * Whether a field that was sent shows what was there before. That the other update came last and cleared it is another
 * matter: what becomes of fields that are left out is open.
 */
function isPutBack(look: Look, sent: ProfileFields): boolean {
  const record = recordOf(look);
  return textFields.some((field) => field in sent && isSameValue(field, record?.[field], before[field]));
}

/** A service may answer one request at a time. */
function isBusy(answer: Answer): boolean {
  return !answer.ok && classOf(answer).concerns === 'the moment';
}
