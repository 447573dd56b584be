/** The team that the account's records belong to (What the service does). */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Session } from '../session/session.ts';
import { createdCredentialIn } from './made-key.ts';

/** The team that a record names, of a key or a sender profile; null if it names none. */
export function teamOf(record: unknown): number | null {
  const team = isRecord(record) ? record['team_id'] : undefined;
  return typeof team === 'number' ? team : null;
}

/** The team that a sender profile of this account names. @throws Unmet if none does */
export async function ownTeam(session: Session): Promise<number> {
  const [uuid] = (await session.fixtures.senderProfiles().catch(whereUnmet(null))) ?? [];
  const known = session.state.successes.of('getSenderProfile')[0];
  const answer = uuid === undefined ? known : (known ?? (await session.api.control.getSenderProfile(uuid)));
  const team = teamOf(answer?.json);
  if (team === null) throw new Unmet('no sender profile shows the team of this account');
  return team;
}

/** Whether the record of a created key names that team: the caller's current team, to which it is bound, may be another. */
export async function isOfOwnTeam(key: unknown, session: Session): Promise<boolean> {
  const team = await ownTeam(session).catch(whereUnmet(null));
  return team !== null && teamOf(key) === team;
}

/** The key created first, if it is of that team and not the only one; null if there is none. */
export async function firstKeyOfOwnTeam(session: Session): Promise<Credential | null> {
  const [first, ...others] = session.state.creations.filter(
    ({ answer }) => createdCredentialIn(answer) !== null,
  );
  if (first === undefined || others.length === 0) return null;
  return (await isOfOwnTeam(first.answer.json, session)) ? createdCredentialIn(first.answer) : null;
}
