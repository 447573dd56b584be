/** Lists webhooks with a key that another account has just created (Create an API key; Authentication). */
import * as fc from 'fast-check';
import { whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { identityOf, pageIn, readPage } from '../../records/page.ts';
import type { ListRequest } from '../../session/api-options.ts';
import { newKeyOfAnotherAccount } from '../authentication/new-key-of-another.ts';
import { filtered, ownWebhooks, uuidsOf, type OtherWindow } from '../authentication/other-accounts-list.ts';
import type { OtherListSeen } from '../authentication/trespass.ts';

/**
 * Lists webhooks with a key that another account has just created, also under a filter for a webhook of this account.
 */
export const otherAccountsNewKey = defineExperiment<OtherWindow, OtherListSeen>({
  name: 'other-accounts-new-key',
  needs: ['otherAccountToken', 'createApiKeys'],
  // After the experiments that need keys more.
  phase: 'delete',
  reads: ['keys', 'webhooks'],
  given: fc.constant({ limit: null, page: null }),
  first: [{ limit: null, page: null }],
  runs: 0,
  probe: async (_, session) => {
    // Some that existed at the start have been deleted by now, and others created.
    const still = readPage(await session.api.control.listWebhooks()).data;
    const own = [...(await ownWebhooks(session)), ...uuidsOf(still)];
    const api = session.as(await newKeyOfAnotherAccount(session));
    const { data } = readPage(await api.listWebhooks());
    const underAFilter = await filtered('uuid', [], session, still).catch(
      whereUnmet<ListRequest | null>(null),
    );
    const found = underAFilter === null ? undefined : pageIn((await api.listWebhooks(underAFilter)).json);
    return { own, byNewKey: true, shown: [...data, ...(found?.data ?? [])].map(identityOf) };
  },
});
