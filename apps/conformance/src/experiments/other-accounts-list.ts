/** Lists webhooks as a key of another account (What the service does; Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { identityOf, pageIn, readPage } from '../records/page.ts';
import { wholeList } from './list-walk.ts';
import { fillList } from './filled-list.ts';

/** What a key of another account is shown, beside what belongs to this one. */
export interface OtherListSeen {
  readonly own: readonly string[];
  readonly shown: readonly string[];
}

/** A page that the other account asks for; null leaves the parameter out. */
interface OtherWindow {
  readonly limit: number | null;
  /** Pages past the first; null leaves `offset` out. */
  readonly page: number | null;
}

/** Lists webhooks as a key of another account (What the service does; Authentication). */
export const otherAccountsList = defineExperiment<OtherWindow, OtherListSeen>({
  name: 'other-accounts-list',
  needs: ['otherAccountToken'],
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    limit: fc.option(fc.integer({ min: 1, max: 20 })),
    page: fc.option(fc.nat({ max: 5 })),
  }),
  first: [
    { limit: null, page: null },
    { limit: 20, page: 0 },
    { limit: 20, page: 1 },
    { limit: 20, page: 2 },
    { limit: 7, page: null },
    { limit: 7, page: 1 },
    { limit: 1, page: 3 },
    { limit: 100, page: null },
    { limit: null, page: 1 },
  ],
  runs: 6,
  probe: async ({ limit, page }, session) => {
    const own = (await wholeList.in(session)).map(identityOf);
    if (own.length === 0) throw new Unmet('this account has no webhooks that another could be shown');
    readPage(await session.otherAccount.control.listWebhooks());
    const query: [string, string][] = [];
    if (limit !== null) query.push(['limit', String(limit)]);
    if (page !== null) query.push(['offset', String(page * (limit ?? 20))]);
    const answer = await session.otherAccount.listWebhooks({ query });
    return { own, shown: answer.ok ? (pageIn(answer.json)?.data ?? []).map(identityOf) : [] };
  },
});
