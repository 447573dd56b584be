/** Checks late in a run what happened to webhooks since others were deleted (Delete a webhook). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { lateListing } from '../../account/late-listing.ts';
import { listNow } from '../../account/list-now.ts';
import { makeWitnesses, webhooksMustStay } from '../../account/webhooks-left-alone.ts';
import { eventually } from '../../engine/eventually.ts';
import { Unmet } from '../../engine/unmet.ts';
import { isFoundAgain } from '../../http/bounds.ts';
import { identityOf, type ListDifference } from '../../records/page.ts';
import type { Session } from '../../session/session.ts';
import { lifeOfAWebhook, type Deletion } from './life-of-a-webhook.ts';
import { isComplete, differencesOf, isListed, hasUniqueUuids, type ListNow } from '../../records/list-now.ts';
import type { DeletionSeen } from './deletion-seen.ts';

const deletion: Deletion = { round: 5, kind: 'plain', besideItsLike: false };
/** Delayed effects have shown this long after the first deletion. A run seldom has to wait for it. */
const lateMs = 1200;
/** The longest wait when confirming what was seen late. */
const latestMs = 5000;

/**
 * Lists webhooks near the end of a run: deleted ones must not be back, and created ones that were not deleted must
 * be unchanged. To confirm a breach, another one is deleted and the list left alone for as long.
 */
export const lateList = defineExperiment<null, DeletionSeen>({
  name: 'late-list',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'late',
  changes: ['webhooks'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const { account } = session.state;
    const { fixtures } = session;
    const from = account.webhooksChangedLate ? fixtures.deletedWebhooks.length : 0;
    if (account.webhooksChangedLate) {
      account.leftAlone.forget();
      await makeWitnesses(session);
      await lifeOfAWebhook.probe(deletion, session);
    }
    const since = account.leftAlone.sinceMs ?? session.clock.now();
    const waitMs = account.webhooksChangedLate ? latestMs : lateMs;
    await session.clock.wait(Math.max(0, since + waitMs - session.clock.now()));
    const deleted = fixtures.deletedWebhooks.slice(from);
    const uuid = deleted.at(-1);
    if (uuid === undefined) throw new Unmet('no webhook was deleted and confirmed gone');
    const list = session.asksAnew ? await listAgain(session, deleted) : await listOnce(session, deleted);
    const back = deleted.filter((one) => isListed(list, one));
    const lateChanges = changesOfLeftAlone(session, list);
    if (lateChanges.length > 0) session.ifBroken(async () => webhooksMustStay(session, latestMs));
    account.webhooksChangedLate ||= back.length > 0 || lateChanges.length > 0;
    return asDeletion(uuid, list, { back, lateChanges });
  },
});

/** The list as first read late in the run, if it shows nothing wrong. */
async function listOnce(session: Session, deleted: readonly string[]): Promise<ListNow> {
  const list = await lateListing.in(session);
  return changesOfLeftAlone(session, list).length === 0 ? list : listAgain(session, deleted);
}

/** The current list; what it lacks may be found on another read. */
async function listAgain(session: Session, deleted: readonly string[]): Promise<ListNow> {
  const look = async (): Promise<ListNow> => listNow(session, { around: deleted });
  const isAsItWas = (list: ListNow): boolean => changesOfLeftAlone(session, list).length === 0;
  return (await eventually(session.state, isFoundAgain, look, isAsItWas)).last;
}

/** Webhooks that were not to be deleted but have changed; if the list was not read in full, only what it shows. */
function changesOfLeftAlone({ state }: Session, list: ListNow): readonly ListDifference[] {
  if (!hasUniqueUuids(list)) return [];
  const { records } = state.account.leftAlone;
  const known = new Set(records.map(identityOf));
  const now = { ...list, records: list.records.filter((record) => known.has(identityOf(record))) };
  const isWhole = list.margin === undefined && isComplete(list);
  return differencesOf({ total: records.length, records }, now).filter(
    ({ what }) => isWhole || what === 'changed',
  );
}

/** One read, presented as the checks after a deletion, of which only late effects are judged. */
function asDeletion(
  uuid: string,
  list: ListNow,
  late: Pick<DeletionSeen, 'back' | 'lateChanges'>,
): DeletionSeen {
  const looks = { after: list, inOtherPages: list, withoutParameters: list, again: list, underFilter: null };
  return { ...looks, ...late, uuid, accepted: true, status: 200, before: list, quiet: false };
}
