/** Looks at profiles before one of them is deleted, and makes others similar to it (Delete a sender profile). */
import { longestText } from '@outreach-api/model/texts/ordinary-text';
import { effectsEndMs } from '@outreach-api/model/bounds';
import type { Credential } from '@outreach-api/model/records/credential';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import { shows, type Look } from '@outreach-api/model/records/profile-history';
import { lastKeyOf } from '../../account/first-key.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { lookAtBystanders, othersThan } from '../../account/profiles-at-hand.ts';
import { withSideEffects } from '../../account/side-effects.ts';
import type { Session } from '../../session/session.ts';
import { updateRound } from '../sender-profile/update-round.ts';

/** Whether reading or updating comes first after the deletion. */
export type Afterwards = 'read first' | 'update first';

const mostOthers = 8;
/** One of these is new to a profile whose deletion had no effect: an update that changes nothing could not be seen. */
const newNames: readonly ProfileFields[] = [
  { first_name: 'Soon', last_name: 'Gone', label: longestText },
  { first_name: 'Soon', last_name: 'Away' },
];
const lastNames = { first_name: 'Soon', last_name: 'Off' };

/** The profile to delete, those made similar to it, and what follows. */
export interface ToDelete {
  readonly before: Look;
  readonly looks: readonly Look[];
  readonly afterwards: Afterwards;
}

/** Names given to profiles, and the uuids of those that accepted them. */
interface NamesGiven {
  readonly names: ProfileFields;
  readonly accepted: ReadonlySet<string>;
}

/** None was given. */
const asTheyAre: NamesGiven = { names: {}, accepted: new Set() };

/** Makes the profiles similar before the first deletion, and looks at those that are to stay. */
export async function lookBeforeDeletion(
  { before, looks, afterwards }: ToDelete,
  session: Session,
): Promise<NamesGiven & { readonly others: readonly Look[] }> {
  const isFirst = afterwards === 'read first';
  const alike = looks.map((look) => look.uuid);
  // Afterwards, the others show any change.
  if (session.state.account.profiles.haveSideEffects) await session.clock.wait(effectsEndMs);
  const given = isFirst ? await givenTheSameNames(session, [before, ...looks]) : asTheyAre;
  const key = keyFor(afterwards, session);
  const those = await othersThan(session, [before.uuid, ...alike], isFirst ? mostOthers : 0);
  const [bystanders, renamed] = await Promise.all([
    lookAtBystanders(session, those),
    isFirst ? Promise.all(alike.map(async (one) => lookAt(session.api.control, one))) : looks,
    // What it reads now, a cache per key may keep.
    key === null ? null : lookAt(session.as(key).control, before.uuid),
  ]);
  return { ...given, others: [...bystanders, ...withSideEffects(session, renamed, looks)] };
}

/** Gives profiles the same names. */
async function givenTheSameNames(session: Session, looks: readonly Look[]): Promise<NamesGiven> {
  const names = newNames.find((some) => !looks.some((look) => shows(look, some))) ?? lastNames;
  const changes = looks.map(({ uuid }) => ({ uuid, sent: names }));
  const { updates } = await updateRound(session, looks, changes, null);
  return { names, accepted: new Set(updates.filter(({ ok }) => ok).map(({ uuid }) => uuid)) };
}

/** The key that reads before and after the first deletion, and then updates; null if there is none. */
export function keyFor(afterwards: Afterwards, session: Session): Credential | null {
  return afterwards === 'read first' ? lastKeyOf(session) : null;
}
