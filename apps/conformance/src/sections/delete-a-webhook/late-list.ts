/** Looks late in a run whether webhooks that were deleted in it are listed again (Delete a webhook). */
import * as fc from 'fast-check';
import { isListed, listNow, type ListNow } from '../../account/list-now.ts';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet } from '../../engine/unmet.ts';
import { lifeOfAWebhook, type Deletion, type DeletionSeen } from './life-of-a-webhook.ts';

const deletion: Deletion = { round: 5, kind: 'plain', besideItsLike: false };
/** So long it is waited for at most to see once more what was seen late. */
const latestMs = 5000;

/**
 * Lists webhooks when nearly all else was asked: those that were deleted and gone must not be back. To make sure of what
 * that shows, another one is deleted, and the list left alone for as long.
 */
export const lateList = defineExperiment<null, DeletionSeen>({
  name: 'late-list',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'flood',
  reads: ['rate'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  costly: true,
  probe: async (_, session) => {
    const { account } = session.state;
    const { fixtures } = session;
    const from = account.webhooksCameBack ? fixtures.deletedWebhooks.length : 0;
    if (account.webhooksCameBack) {
      await lifeOfAWebhook.observe(session, deletion, 'probe');
      await session.clock.wait(latestMs);
    }
    const deleted = fixtures.deletedWebhooks.slice(from);
    const uuid = deleted.at(-1);
    if (uuid === undefined) throw new Unmet('no webhook was deleted and seen to be gone');
    const list = await session.locks.hold({ reads: ['webhooks'], changes: [] }, async () =>
      listNow(session, { around: deleted }),
    );
    const back = deleted.filter((one) => isListed(list, one));
    account.webhooksCameBack ||= back.length > 0;
    return asDeletion(uuid, list, back);
  },
});

/** One look as the looks after a deletion, of which nothing but what is back is judged. */
function asDeletion(uuid: string, list: ListNow, back: readonly string[]): DeletionSeen {
  const looks = { after: list, inOtherPages: list, withoutParameters: list, again: list, byItsUuid: null };
  return { ...looks, uuid, accepted: true, status: 200, before: list, quiet: false, back };
}
