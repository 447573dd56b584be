/** Requests the list with its defaults spelled out, and without (Pagination). */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { Disturbed, eventually, type Waiter } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { othersPass } from '@outreach-api/model/bounds';
import { readPage } from '@outreach-api/model/records/page';
import { documented } from '@outreach-api/model/records/shape';
import type { Answer } from '@outreach-api/model/records/exchange';
import { fillList } from '../filtering/filled-list.ts';
import type { ComparedPage, DefaultsSeen, Spelling } from './pages-seen.ts';

const limit = ['limit', '20'] as const;
const offset = ['offset', '0'] as const;
const spellings: readonly Spelling[] = [[limit, offset], [offset, limit], [limit], [offset]];

/** With at least this many records, the same order twice is no coincidence. */
const decisiveLength = 5;
const timesAgain = 4;

export const spelledOutDefaults = defineExperiment<Spelling, DefaultsSeen>({
  name: 'spelled-out-defaults',
  does: 'requests the list with `limit=20&offset=0`, between two requests without parameters',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.constantFrom(...spellings),
  first: spellings,
  runs: 0,
  probe: async (spelling, session) => {
    const known = {
      bare: pageOf(await session.api.control.pageOfList()),
      spelledOut: pageOf(await session.api.pageOfList({ query: spelling })),
    };
    if (isDeepStrictEqual(known.bare, known.spelledOut)) return known;
    const askBare = async (): Promise<ComparedPage> => pageOf(await session.api.control.listWebhooks());
    const askSpelledOut = async (): Promise<ComparedPage> =>
      pageOf(await session.api.listWebhooks({ query: spelling }));
    const [bare, spelledOut, after] = [await askBare(), await askSpelledOut(), await askBare()];
    const inNoOrder = { bare: unordered(bare), spelledOut: unordered(spelledOut) };
    const isBare = (page: ComparedPage): boolean => isDeepStrictEqual(unordered(page), inNoOrder.bare);
    session.ifBroken(async () => {
      const isSteady =
        isBare(after) &&
        (isBare(spelledOut) || (await staysAnother(session.state, isBare, askBare, askSpelledOut)));
      if (!isSteady) throw new Disturbed('another client changed the list of webhooks');
    });
    if (!isDeepStrictEqual(bare, after) || bare.records.length < decisiveLength) return inNoOrder;
    const isTurned =
      !isDeepStrictEqual(bare, spelledOut) && isDeepStrictEqual(inNoOrder.bare, inNoOrder.spelledOut);
    const isKept =
      !isTurned || ((await comesAgain(bare, askBare)) && (await comesAgain(spelledOut, askSpelledOut)));
    return isKept ? { bare, spelledOut } : inNoOrder;
  },
});

/** Whether a difference recurs while the list stays: another client may create a webhook and delete it right after. */
async function staysAnother(
  waiter: Waiter,
  isBare: (page: ComparedPage) => boolean,
  askBare: () => Promise<ComparedPage>,
  askSpelledOut: () => Promise<ComparedPage>,
): Promise<boolean> {
  let isSeenAgain = false;
  const look = async (): Promise<ComparedPage> => {
    if (!isBare(await askSpelledOut())) isSeenAgain = true;
    return askBare();
  };
  const { shown } = await eventually(waiter, othersPass, look, (page) => !isBare(page));
  return !shown && isSeenAgain;
}

/** Whether a page is the same each time: a mere difference in order may come from alternating replicas. */
async function comesAgain(page: ComparedPage, ask: () => Promise<ComparedPage>): Promise<boolean> {
  const pages = await Promise.all(Array.from({ length: timesAgain }, ask));
  return pages.every((again) => isDeepStrictEqual(again, page));
}

function pageOf(answer: Answer): ComparedPage {
  const { data, limit: size, offset: from, total, has_more } = readPage(answer);
  const records = data.map((record) => JSON.stringify(documented('Webhook', record)));
  return { records, limit: size, offset: from, total, has_more };
}

function unordered(page: ComparedPage): ComparedPage {
  return { ...page, records: page.records.toSorted() };
}
