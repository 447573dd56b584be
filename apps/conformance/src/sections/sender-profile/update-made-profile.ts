/** Updates a sender profile that is created for this alone. */
import { lookAt } from '../../account/look-at-profile.ts';
import { isOrdinaryUpdate, textFields, type ProfileFields } from '@outreach-api/model/records/profile-fields';
import {
  mustShow,
  recordOf,
  type Look,
  type ProfileHistory,
  type Round,
} from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';
import { updateRound, type Change } from './update-round.ts';

/** The rounds of a profile that was created for them: a look, and its updates, each with a look after it. */
export interface MadeProfileUpdated extends ProfileHistory {
  readonly uuid: string;
}

/** How a profile is updated that was created for it. */
interface HowMadeProfileIsUpdated {
  /** Others, which are looked at before the first update and after the last. */
  readonly beside?: readonly string[];
  /** Whether a last update gives it the texts back that it was created with. */
  readonly putsBack?: boolean;
}

/**
 * Updates a sender profile created for this, which nothing else uses in this run (Update a sender profile): once, or
 * several times in turn.
 *
 * @throws Unmet if it cannot be read
 */
export async function updateMadeProfile(
  session: Session,
  uuid: string,
  changes: readonly Omit<Change, 'uuid'>[],
  { beside = [], putsBack = false }: HowMadeProfileIsUpdated = {},
): Promise<MadeProfileUpdated> {
  return session.locks.holdRecords({ reads: [], changes: [uuid, ...beside] }, async () => {
    const looks = await Promise.all([uuid, ...beside].map(async (one) => lookAt(session.api.control, one)));
    for (const look of looks) mustShow(look);
    const rounds: Round[] = [{ updates: [], looks }];
    const texts = putsBack ? textsOf(looks[0]) : {};
    const all = [...changes, ...(Object.keys(texts).length > 0 ? [{ sent: texts }] : [])];
    for (const [at, change] of all.entries()) {
      const own = rounds.at(-1)?.looks.filter((look) => look.uuid === uuid) ?? [];
      const others = at === all.length - 1 ? looks.filter((look) => look.uuid !== uuid) : [];
      rounds.push(await updateRound(session, [...own, ...others], [{ uuid, ...change }]));
    }
    return { uuid, rounds };
  });
}

/** The texts of a profile that any target must accept. */
function textsOf(look: Look | undefined): ProfileFields {
  const record = (look === undefined ? undefined : recordOf(look)) ?? {};
  return Object.fromEntries(
    textFields.flatMap((field) =>
      isOrdinaryUpdate({ [field]: record[field] }) ? [[field, record[field]]] : [],
    ),
  );
}
