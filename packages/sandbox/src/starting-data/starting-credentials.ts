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
export function startingCredentials(account: Account, world: World): StartingCredentials {
  const setting = settingOf(account, world);
  const known = world.store.setting(setting);
  if (known !== null) {
    const [token = '', colleagueToken = '', expiredToken = ''] = known.split(' ');
    return { token, colleagueToken, expiredToken };
  }
  const [user = 0, colleague = user] = account.userIds;
  const now = world.now();
  const made = {
    token: issued(account, user, 'sandbox', now - 60_000, world),
    colleagueToken: issued(account, colleague, 'sandbox colleague', now - 60_000, world),
    expiredToken: issued(account, user, 'sandbox expired', longAgo(now), world),
  };
  world.store.keepSetting(setting, `${made.token} ${made.colleagueToken} ${made.expiredToken}`);
  return made;
}

/** Takes over the credentials of another sandbox with the same signing key, so that they stay good. */
export function inheritCredentials(account: Account, from: World, to: World): void {
  const setting = settingOf(account, from);
  const known = from.store.setting(setting) ?? '';
  for (const token of known.split(' ')) {
    const key = from.store.keys.byToken(token);
    if (key !== null) to.store.keys.insert(key, token);
  }
  to.store.keepSetting(setting, known);
}

function settingOf(account: Account, world: World): string {
  return `credentials-${account.id}-${world.key.id}`;
}

function issued(account: Account, userId: number, name: string, at: number, world: World): string {
  const owner = { userId, teamId: account.teamId, accountId: account.id };
  const key = freshKey(name, owner, at, world.dialect);
  const token = signedToken(key, world);
  world.store.keys.insert(key, token);
  return token;
}

function longAgo(now: number): number {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 3);
  return date.getTime() - 10 * 86_400_000;
}
