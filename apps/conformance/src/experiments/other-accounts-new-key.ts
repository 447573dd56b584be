/** Lists webhooks with a key that another account has just made (Create an API key; Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { isRecord } from '../records/is-record.ts';
import { identityOf, readPage } from '../records/page.ts';
import type { Answer } from '../session/exchange.ts';
import { createdCredentialIn, firstKey } from './first-key.ts';
import { ownWebhooks, type OtherListSeen, type OtherWindow } from './other-accounts-list.ts';

/** What is left for those who cannot do without. */
const spared = 1;

/** Lists webhooks with a key that another account has just made (Create an API key; Authentication). */
export const otherAccountsNewKey = defineExperiment<OtherWindow, OtherListSeen>({
  name: 'other-accounts-new-key',
  needs: ['otherAccountToken', 'createApiKeys'],
  // After those that need keys more.
  phase: 'delete',
  reads: ['webhooks'],
  changes: ['keys'],
  given: fc.constant({ limit: null, page: null }),
  first: [{ limit: null, page: null }],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const own = await ownWebhooks(session);
    const { created } = await firstKey.in(session);
    if (session.state.budgets.left('createApiKeys') <= spared)
      throw new Unmet(
        'too few API keys may be created (`allow.createApiKeys`) to make one as another account',
      );
    const answer = await session.otherAccount.createApiKey({
      name: `conformance ${session.state.id} of another account`,
    });
    mustBeOfAnotherTeam(answer, created.record?.['team_id']);
    const credential = createdCredentialIn(answer);
    if (credential === null) throw new Unmet('another account made no API key that can be sent');
    const page = readPage(await session.as(credential).listWebhooks());
    return { own, shown: page.data.map(identityOf) };
  },
});

/**
 * A user of both teams may have chosen this one as the current team: by the description the key is then of this one.
 *
 * @throws Unmet where the record does not say that the key is of another team than the keys of this account
 */
function mustBeOfAnotherTeam({ json }: Pick<Answer, 'json'>, ours: unknown): void {
  const theirs = isRecord(json) ? json['team_id'] : undefined;
  if (typeof ours !== 'number' || typeof theirs !== 'number' || ours === theirs)
    throw new Unmet('a key that another account made does not say that it is of another team');
}
