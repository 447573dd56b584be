/** Twins that break the section Authentication. */
import type { Call } from '../call.ts';
import type { Caller } from '../records.ts';
import type { World } from '../world.ts';
import { defineTwins } from './twin.ts';

/** Whoever owns the record that a path names: who a careless service takes an anonymous caller for. */
export function ownerOf({ operation, uuid }: Call, { store }: World): Caller | null {
  if (uuid === null) return null;
  if (operation === 'webhooks.delete') {
    const webhook = store.webhooks.find(uuid);
    const account = store.accounts().find(({ id }) => id === webhook?.accountId);
    return account === undefined
      ? null
      : { jti: '', accountId: account.id, teamId: account.teamId, userId: account.userIds[0] ?? 0 };
  }
  const profile = store.senderProfiles.find(uuid);
  return profile === null
    ? null
    : { jti: '', accountId: profile.accountId, teamId: profile.teamId, userId: profile.userId };
}

const isDelete = ({ operation }: Call): boolean =>
  operation === 'webhooks.delete' || operation === 'senderProfiles.delete';

export const authenticationTwins = defineTwins({
  'delete-without-credential-has-effect': {
    breaks: 'AUTH-01',
    needs: ['deletes'],
    twist: (right, { store }) => ({
      ...right,
      notLetIn: (refusal, call) => {
        const missing = refusal.reason === 'missing-credential';
        if (missing && call.uuid !== null && call.operation === 'webhooks.delete')
          store.webhooks.delete(call.uuid);
        if (missing && call.uuid !== null && call.operation === 'senderProfiles.delete') {
          store.senderProfiles.delete(call.uuid);
        }
        return right.notLetIn(refusal, call);
      },
    }),
  },
  'anyone-may-delete': {
    breaks: 'AUTH-01',
    also: ['AUTH-02', 'AUTH-03', 'AUTH-04'],
    needs: ['deletes'],
    twist: (right, world) => ({
      ...right,
      credential: (call) => right.credential(call) ?? (isDelete(call) ? '' : null),
      identify: async (token, call) =>
        (await right.identify(token, call)) ?? (isDelete(call) ? ownerOf(call, world) : null),
    }),
  },
  'created-key-refused': {
    breaks: 'AUTH-05',
    also: ['KEY-10'],
    needs: ['createApiKeys'],
    twist: (right) => ({ ...right, keepKey: () => undefined }),
  },
});
