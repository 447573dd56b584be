/** The credentials that a sandbox hands out at its start. They are throw-away, and belong to the data. */
import { freshKey, signedToken } from '../described/keys.ts';
import type { Account } from '../store/store.ts';
import type { World } from '../world.ts';

/** Keys of one account. */
export interface StartingCredentials {
  /** A key of the account's first user. */
  readonly token: string;
  /** A key of another user of the same account and team. */
  readonly colleagueToken: string;
  /** A key that was created more than 3 years ago. */
  readonly expiredToken: string;
}

/** The credentials of an account: those that its data file remembers, or new ones. */
export async function startingCredentials(account: Account, world: World): Promise<StartingCredentials> {
  const setting = `credentials-${account.id}-${world.key.id}`;
  const known = world.store.setting(setting);
  if (known !== null) {
    const [token = '', colleagueToken = '', expiredToken = ''] = known.split(' ');
    return { token, colleagueToken, expiredToken };
  }
  const [user = 0, colleague = user] = account.userIds;
  const now = world.now();
  const made = {
    token: await issued(account, user, 'sandbox', now - 60_000, world),
    colleagueToken: await issued(account, colleague, 'sandbox colleague', now - 60_000, world),
    expiredToken: await issued(account, user, 'sandbox expired', longAgo(now), world),
  };
  world.store.keepSetting(setting, `${made.token} ${made.colleagueToken} ${made.expiredToken}`);
  return made;
}

async function issued(
  account: Account,
  userId: number,
  name: string,
  at: number,
  world: World,
): Promise<string> {
  const owner = { userId, teamId: account.teamId, accountId: account.id };
  const key = freshKey(name, owner, at, world.dialect);
  const token = await signedToken(key, world);
  world.store.keys.insert(key, token);
  return token;
}

function longAgo(now: number): number {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 3);
  return date.getTime() - 10 * 86_400_000;
}
