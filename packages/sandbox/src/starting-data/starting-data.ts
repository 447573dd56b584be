/** The data that a new sandbox starts with: two accounts, their webhooks and sender profiles, from a seed. */
import type { Dialect } from '../dialect/dialect.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import type { StoredSenderProfile, StoredWebhook } from '../records.ts';
import type { Account, Store } from '../store/store.ts';
import { webhookEvents } from '../described/webhook-events.ts';

const hour = 3_600_000;
const firstDay = Date.UTC(2026, 0, 5, 8);

const accounts: readonly [Account, Account] = [
  { id: 1, name: 'Northwind', teamId: 101, userIds: [1001, 1002] },
  { id: 2, name: 'Southridge', teamId: 202, userIds: [2001, 2002] },
];

/**
 * Fills an empty store. The data depends on `seed`, on `webhooks`, the number that the first account has, and on the
 * possible values of a sender profile's status.
 */
export function fillStore(
  store: Store,
  seed: number,
  webhooks: number,
  { profileStatus }: Pick<Dialect, 'profileStatus'>,
): void {
  const random = seededRandom(seed);
  const [first, second] = accounts;
  store.together(() => {
    for (const account of accounts) store.addAccount(account);
    for (let i = 0; i < 4; i += 1)
      store.senderProfiles.insert(startingProfile(first, i, random, profileStatus));
    for (let i = 0; i < 2; i += 1)
      store.senderProfiles.insert(startingProfile(second, i, random, profileStatus));
    for (let i = 0; i < 5; i += 1) store.webhooks.insert(startingWebhook(second, i, random));
    for (let i = 0; i < webhooks; i += 1) store.webhooks.insert(startingWebhook(first, i, random));
  });
}

// The mix follows from the position, so that even a short list has equal and different values in each field.
function startingWebhook(account: Account, position: number, random: Random): StoredWebhook {
  const shared = position % 3 === 0;
  // One that must be escaped in a query.
  const path = position === 2 ? "it's_100%25?a=b&c=d+e" : `hooks/${position}`;
  const host = `https://${account.name.toLowerCase()}.example.com`;
  return {
    uuid: random.uuid(),
    accountId: account.id,
    event: webhookEvents[(position + Math.floor(position / 7)) % webhookEvents.length] ?? webhookEvents[0],
    requestMethod: position % 5 === 3 ? random.pick(['PUT', 'GET', 'PATCH']) : 'POST',
    targetUrl: shared ? `${host}/crm?source=outreach` : `${host}/${path}-${random.int(100_000)}`,
    name: position % 4 === 1 ? null : `${random.pick(['Sync', 'Élan', 'Notify', 'archive'])} ${position % 6}`,
    deliveryCount: random.int(12),
    createdAt: firstDay + Math.floor(position / 2) * hour + 456,
  };
}

const firstNames = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Eun-ji', 'Fatima'] as const;
const lastNames = ['Okafor', "O'Neill", 'Nguyễn', 'Müller', 'García', 'Kowalski'] as const;

function startingProfile(
  account: Account,
  position: number,
  random: Random,
  status: Dialect['profileStatus'],
): StoredSenderProfile {
  const linked = position % 2 === 0;
  const createdAt = firstDay + position * 24 * hour + 789;
  return {
    uuid: random.uuid(),
    accountId: account.id,
    teamId: account.teamId,
    userId: account.userIds[0] ?? 0,
    linkedinServerId: linked ? 10 + random.int(90) : null,
    linkedinBrowserUuid: linked ? random.uuid() : null,
    linkedinAccountUuid: linked ? random.uuid() : null,
    mailboxUuid: position % 3 === 0 ? random.uuid() : null,
    assigneeUserId: position === 1 ? (account.userIds[1] ?? null) : null,
    firstName: firstNames[(position + random.int(2)) % firstNames.length] ?? firstNames[0],
    lastName: random.pick(lastNames),
    label: position % 4 === 2 ? null : `Outreach ${position + 1}`,
    status: (status === 'various' ? ['enabled', 'paused', 'needs_login'][position] : null) ?? 'enabled',
    schedule: null,
    createdAt,
    updatedAt: createdAt + position * hour,
  };
}
