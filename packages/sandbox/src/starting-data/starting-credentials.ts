/** The credentials that a sandbox issues at its start. They are throw-away, and belong to the data. */
import { freshKey, signedToken } from '../described/keys.ts';
import type { Account } from '../store/store.ts';
import { threeYearsAfter } from '../three-years.ts';
import type { World } from '../world.ts';

/**
 * Keys of one account. Their validity does not depend on the sandbox's clock, so that a test may set it to any time;
 * keys created through the API expire after 3 years by that clock.
 */
export interface StartingCredentials {
  /** A key of the account's first user. */
  readonly token: string;
  /** A key of another user of the same account and team. */
  readonly colleagueToken: string;
  /** A key that has expired: it was created more than 3 years before the sandbox started. */
  readonly expiredToken: string;
}

/** The latest time that a `Date` can hold. */
const endOfTime = 8.64e15;

/** The credentials of an account: those remembered in its data file, or new ones. */
export function startingCredentials(account: Account, world: World): StartingCredentials {
  const setting = settingOf(account, world);
  const known = world.store.setting(setting);
  if (known !== null) {
    const [token = '', colleagueToken = '', expiredToken = ''] = known.split(' ');
    return { token, colleagueToken, expiredToken };
  }
  const [user = 0, colleague = user] = account.userIds;
  const issue = (userId: number, name: string, { createdAt, endsAt }: Lifetime): string => {
    const owner = { userId, teamId: account.teamId, accountId: account.id };
    const key = freshKey(name, owner, createdAt, world.dialect);
    const token = signedToken(key, world);
    world.store.keys.insert({ ...key, expiresAt: endsAt ?? key.expiresAt }, token);
    return token;
  };
  const now = world.now();
  const made = {
    token: issue(user, 'sandbox', standing(now)),
    colleagueToken: issue(colleague, 'sandbox colleague', standing(now)),
    expiredToken: issue(user, 'sandbox expired', expired(now)),
  };
  world.store.keepSetting(setting, `${made.token} ${made.colleagueToken} ${made.expiredToken}`);
  return made;
}

/** Takes over the credentials of another sandbox with the same signing key, dated by this one's clock. */
export function inheritCredentials(account: Account, from: World, to: World): void {
  const setting = settingOf(account, from);
  const known = from.store.setting(setting) ?? '';
  const now = to.now();
  for (const [position, token] of known.split(' ').entries()) {
    const key = from.store.keys.byToken(token);
    if (key === null) continue;
    const { createdAt, endsAt } = position < 2 ? standing(now) : expired(now);
    const expiresAt = endsAt ?? threeYearsAfter(createdAt, to.dialect.threeYears);
    to.store.keys.insert({ ...key, createdAt, expiresAt }, token);
  }
  to.store.keepSetting(setting, known);
}

/** When a key was created, and when it expires; after 3 years if that is null. */
interface Lifetime {
  readonly createdAt: number;
  readonly endsAt: number | null;
}

function standing(now: number): Lifetime {
  return { createdAt: now - 60_000, endsAt: endOfTime };
}

function expired(now: number): Lifetime {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 3);
  return { createdAt: date.getTime() - 10 * 86_400_000, endsAt: null };
}

function settingOf(account: Account, world: World): string {
  return `credentials-${account.id}-${world.key.id}`;
}
