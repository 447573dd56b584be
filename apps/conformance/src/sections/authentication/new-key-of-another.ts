/**
 * A key that another account has just created, for checking that it sees nothing of this one (Create an API key;
 * Authentication).
 */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { defineMaking } from '../../session/finding.ts';
import { identityOf, readPage } from '@outreach-api/model/records/page';
import { newKeyOfAnother } from './intruders.ts';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../../session/session.ts';
import { createNamed, firstKey, untilAccepted } from '../../account/first-key.ts';
import { createdCredentialIn } from '../../account/made-key.ts';
import { teamOf } from '../../account/own-team.ts';
import { useOfNewestKeys } from '../../account/newest-keys.ts';
import { ownWebhooks } from './other-accounts-list.ts';

/**
 * A key that another account created in this session; needs `otherAccountToken` and `createApiKeys`.
 *
 * @throws Unmet if there is none, or it may belong to this team
 */
export async function newKeyOfAnotherAccount(session: Session): Promise<Credential> {
  const { keys } = session.state.account;
  if (keys.ofAnotherAccount === null && session.state.budgets.left('createApiKeys') === 0)
    throw new Unmet('too few API keys may be created (`allow.createApiKeys`) to make one as another account');
  const found = await newKey.in(session);
  if (typeof found === 'string') throw new Unmet(found);
  keys.ofAnotherAccount = found;
  return found;
}

/**
 * The status with which keys of this account were answered once another account had made one; null if it is unknown. Where
 * none of ours was accepted before, the other account makes one more: the caller holds the lock of keys.
 */
export async function useAfterAnother(session: Session): Promise<number | null> {
  const { account, budgets } = session.state;
  await newKeyOfAnotherAccount(session).catch(whereUnmet(null));
  const isOpen = account.keys.usedAfterAnother === null && session.target.otherAccountToken !== null;
  if (isOpen && budgets.left('createApiKeys') > 0) await newKey.again(session).catch(whereUnmet(null));
  return account.keys.usedAfterAnother;
}

/** The key, or the reason why there is none: keys cannot be revoked, so a failed attempt is not repeated. */
const newKey = defineMaking(async (session: Session): Promise<Credential | string> => {
  const { created } = await firstKey.in(session);
  const before = await useOfNewestKeys(session);
  const { answer } = await createNamed(session.otherAccount, 'of another account', {}, session);
  const after = before === 'taken' ? await useOfNewestKeys(session) : null;
  if (after !== null) session.state.account.keys.usedAfterAnother = after === 'taken' ? 200 : after;
  const credential = createdCredentialIn(answer);
  if (credential === null) return 'another account created no API key that can be sent';
  const key = { ...credential, name: newKeyOfAnother.name };
  if (classOf(answer).effect === 'later') await untilAccepted(key, session);
  const ours = teamOf(created.record);
  return (await isOfAnotherTeam(answer, ours, key, session).catch(whereUnmet(false)))
    ? key
    : 'it is unclear whether a key that another account created belongs to another team';
});

/**
 * A user of both teams may have chosen this one as the current team: by the description, the key then belongs to
 * it. So either the record must name another team, or the key must list webhooks of the other account and none of
 * this one.
 */
async function isOfAnotherTeam(
  { json }: Answer,
  ours: number | null,
  key: Credential,
  session: Session,
): Promise<boolean> {
  const theirs = teamOf(json);
  if (ours !== null && theirs !== null) return ours !== theirs;
  const own = await ownWebhooks(session);
  const [byOther, byKey] = await Promise.all(
    [session.otherAccount, session.as(key)].map(async ({ control }) =>
      readPage(await control.listWebhooks()).data.map(identityOf),
    ),
  );
  return byKey?.some((uuid) => byOther?.includes(uuid)) === true && !byKey.some((uuid) => own.includes(uuid));
}
