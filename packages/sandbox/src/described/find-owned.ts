/** Finds a record by the uuid of a path, for the account of the caller only. */
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { Caller } from '../records.ts';
import type { Dialect } from '../dialect/dialect.ts';

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The record with this uuid if it is the caller's; `find` looks in all accounts. */
export function findOwned<T extends { readonly accountId: number }>(
  uuid: string,
  caller: Caller,
  find: (uuid: string) => T | null,
  dialect: Pick<Dialect, 'otherAccountStatus'>,
): Outcome<T> {
  if (!uuidForm.test(uuid)) return refused('malformed-uuid', 'the path holds no UUID');
  const found = find(uuid);
  if (found === null) return refused('not-found', 'there is no such record');
  if (found.accountId === caller.accountId) return accepted(found);
  return dialect.otherAccountStatus === 'as-unknown'
    ? refused('not-found', 'there is no such record')
    : refused('other-account', 'this record cannot be used with this key');
}
