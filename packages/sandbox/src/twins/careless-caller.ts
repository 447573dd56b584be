/** As which caller a careless service treats an anonymous or unproven one. */
import type { Call } from '../call.ts';
import type { Caller } from '../records.ts';
import type { Account } from '../store/store.ts';
import type { World } from '../world.ts';

/** The first user of an account. */
function firstUser(account: Account): Caller {
  return { jti: '', accountId: account.id, teamId: account.teamId, userId: account.userIds[0] ?? 0 };
}

/** The owner of the record that a path names, or the first account's first user if it names none. */
export function carelessCaller({ operation, uuid }: Call, { store }: World): Caller | null {
  const accounts = store.accounts();
  const record =
    uuid === null
      ? undefined
      : operation === 'webhooks.delete'
        ? store.webhooks.find(uuid)
        : store.senderProfiles.find(uuid);
  const owner = accounts.find(({ id }) => id === (record?.accountId ?? accounts[0]?.id));
  return owner === undefined ? null : firstUser(owner);
}

/** The JSON in a part of a JWT, or null if there is none. */
export function jwtPart(token: string, part: 0 | 1): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(token.split('.')[part] ?? '', 'base64url').toString('utf8'),
    );
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
