/** The list of webhooks when nearly all else is done, for all that check late in a run what became of their changes. */
import { eventually } from '@outreach-api/engine';
import { isFoundAgain } from '@outreach-api/model/bounds';
import {
  differencesOf,
  hasUniqueUuids,
  isComplete,
  type ListNow,
} from '@outreach-api/model/records/list-now';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf, type ListDifference } from '@outreach-api/model/records/page';
import { defineFinding, webhookChanges } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { listNow } from './list-now.ts';

/** The list as its first user reads it. To confirm what it shows, it is read afresh. */
export const lateListing = defineFinding(
  async (session: Session): Promise<ListNow> =>
    listNow(session, { around: session.fixtures.deletedWebhooks }),
  webhookChanges,
);

/** The list late in a run, and what it shows of webhooks that should be as they were. */
interface ListedLate {
  readonly list: ListNow;
  /** Those that it shows otherwise; if it was not read in full, those that it lacks are left out. */
  readonly changes: readonly ListDifference[];
}

/**
 * Compares webhooks with the list late in a run: as its first user reads it, read afresh to confirm what it shows, and
 * again while it shows changes, since what one read lacks may be found by another.
 */
export async function listedLate(session: Session, records: readonly JsonObject[]): Promise<ListedLate> {
  const { fixtures, state } = session;
  const compared = (list: ListNow): ListedLate => ({ list, changes: changesOf(records, list) });
  const look = async (): Promise<ListedLate> =>
    compared(await listNow(session, { around: fixtures.deletedWebhooks }));
  const first = session.readsAfresh ? await look() : compared(await lateListing.in(session));
  const isAsItWas = ({ changes }: ListedLate): boolean => changes.length === 0;
  return isAsItWas(first) ? first : (await eventually(state, isFoundAgain, look, isAsItWas)).last;
}

function changesOf(records: readonly JsonObject[], list: ListNow): readonly ListDifference[] {
  if (!hasUniqueUuids(list)) return [];
  const known = new Set(records.map(identityOf));
  const now = { ...list, records: list.records.filter((record) => known.has(identityOf(record))) };
  const isWhole = list.margin === undefined && isComplete(list);
  return differencesOf({ total: records.length, records }, now).filter(
    ({ what }) => isWhole || what === 'changed',
  );
}
