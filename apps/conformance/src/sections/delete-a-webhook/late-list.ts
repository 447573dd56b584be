/** Checks late in a run what happened to webhooks since others were deleted (Delete a webhook). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { listedLate } from '../../account/late-listing.ts';
import { makeWitnesses } from '../../account/untouched-webhooks.ts';
import { webhookDeletion, type Deletion } from './webhook-deletion.ts';
import { isListed, type ListNow } from '@outreach-api/model/records/list-now';
import type { DeletionSeen } from './deletion-seen.ts';

const deletion: Deletion = { round: 5, kind: 'plain', withSimilarOne: false };
/** Delayed effects have shown this long after the first deletion. A run seldom has to wait for it. */
const lateMs = 1200;
/** The longest wait when confirming what was seen late. */
const latestMs = 5000;

/** To confirm a breach, another webhook is deleted, and the list not changed for as long. */
export const lateList = defineExperiment<null, DeletionSeen>({
  name: 'late-list',
  does: 'reads the list near the end of a run: deleted webhooks must not be back, and others must be unchanged',
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
      account.undeletedWebhooks.forget();
      await makeWitnesses(session);
      await webhookDeletion.probe(deletion, session);
    }
    const since = account.undeletedWebhooks.sinceMs ?? session.clock.now();
    const waitMs = account.webhooksChangedLate ? latestMs : lateMs;
    await session.clock.wait(Math.max(0, since + waitMs - session.clock.now()));
    const deleted = fixtures.deletedWebhooks.slice(from);
    const uuid = deleted.at(-1);
    if (uuid === undefined) throw new Unmet('no webhook was deleted and confirmed gone');
    const { list, changes: lateChanges } = await listedLate(session, account.undeletedWebhooks.records);
    const back = deleted.filter((one) => isListed(list, one));
    account.webhooksChangedLate ||= back.length > 0 || lateChanges.length > 0;
    return asDeletion(uuid, list, { back, lateChanges });
  },
});

/** One read, presented as the checks after a deletion, of which only late effects are judged. */
function asDeletion(
  uuid: string,
  list: ListNow,
  late: Pick<DeletionSeen, 'back' | 'lateChanges'>,
): DeletionSeen {
  const looks = { after: list, inOtherPages: list, withoutParameters: list, again: list, underFilter: null };
  const deletions = [{ uuid, accepted: true, status: 200 }];
  return { ...looks, ...late, deletions, accepted: true, before: list, quiet: false };
}
