/** The rules for the section Delete a webhook. */
import { broken, every, held, holds, same, shownBy, type Judgement } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import type { JsonObject } from '../../records/is-record.ts';
import type { LookedAt } from '../../records/breaches/delete-a-webhook.ts';
import { identityOf, type ListDifference } from '../../records/page.ts';
import { isComplete, differencesOf, isListed, hasUniqueUuids, type ListNow } from '../../records/list-now.ts';
import type { DeletionSeen } from './deletion-seen.ts';

/** DEL-01: deleting a webhook succeeds, and it is gone: no longer listed, `total` one less. */
export const deletedWebhookIsGone: RuleDefinition<DeletionSeen> = {
  id: 'DEL-01',
  judge: (seen) => {
    const { accepted, status, uuid, before, after, inOtherPages, withoutParameters, underFilter, back } =
      seen;
    const comparable = isComparable(seen);
    const others = isComplete(before) ? differencesToOthers(seen) : [];
    const count = (what: ListDifference['what']): number =>
      others.filter((other) => other.what === what).length;
    const expected = before.total - 1 + count('added') - count('gone');
    const looks: readonly (readonly [LookedAt, ListNow])[] = [
      ['list', after],
      ['pages of any size', inOtherPages],
      ['list without parameters', withoutParameters],
    ];
    return every([
      shownBy(holds(accepted, 'webhook-deletion-refused', { uuid, status }), { sent: [uuid] }),
      ...looks.map(([where, list]) =>
        shownBy(holds(!isListed(list, uuid), 'deleted-webhook-listed', { uuid, status, where }), {
          sent: [uuid],
        }),
      ),
      shownBy(
        holds(underFilter?.uuids.includes(uuid) !== true, 'deleted-webhook-found-by-filter', { uuid }),
        { sent: [uuid] },
      ),
      shownBy(holds(underFilter?.isCounted !== true, 'deleted-webhook-counted-by-filter', { uuid }), {
        sent: [uuid],
      }),
      shownBy(holds(back.length === 0, 'deleted-webhooks-listed-again', { uuids: back }), {
        seen: back,
      }),
      ...(comparable ? looks : []).map(([where, { total }]) =>
        same('total-after-deletion', { where }, total, expected),
      ),
    ]);
  },
  breaches: {
    'it is refused': (seen) => ({ ...stillListed(seen), accepted: false, status: 409 }),
    'it is refused, and has its effect': (seen) => ({ ...seen, accepted: false, status: 404 }),
    'it is confirmed and does nothing': stillListed,
    'it is still listed in pages of another size': (seen) => ({ ...seen, inOtherPages: seen.before }),
    'it is still counted where no page is asked for': (seen) =>
      isComparable(seen)
        ? { ...seen, withoutParameters: { ...seen.withoutParameters, total: seen.before.total } }
        : undefined,
    'it is listed again': (seen) => ({ ...seen, back: [seen.uuid] }),
    'total still counts it': (seen) =>
      isComparable(seen) ? { ...seen, after: { ...seen.after, total: seen.before.total } } : undefined,
    'it is not counted and still listed': (seen) => ({
      ...seen,
      after: { total: seen.after.total, records: seen.before.records },
    }),
  },
};

/** DEL-02: deleting one webhook changes no other. */
export const deletionChangesNoOtherWebhook: RuleDefinition<DeletionSeen> = {
  id: 'DEL-02',
  judge: (seen) => {
    const [late] = seen.lateChanges;
    if (late !== undefined) return changedLate(late);
    if (!isComparable(seen) || !isComplete(seen.before)) return held;
    const difference = differencesToOthers(seen).find(({ what }) => what !== 'added');
    if (difference === undefined) return held;
    const { what, record } = difference;
    const was = seen.before.records.find((one) => identityOf(one) === identityOf(record));
    if (what === 'changed')
      return shownBy(
        same('webhook-changed-by-deletion', { deleted: seen.uuid, uuid: identityOf(record) }, record, was),
        { sent: [seen.uuid, identityOf(record)] },
      );
    return shownBy(
      broken('webhook-removed-by-deletion', { deleted: seen.uuid, uuid: identityOf(record), record }),
      { sent: [seen.uuid, identityOf(record)] },
    );
  },
  breaches: {
    'another is deleted too': onOthers((others) => others.slice(1)),
    'all others are deleted too': onOthers(() => []),
    'the address of another is changed': onOthers(([other, ...rest]) => [
      { ...other, target_url: 'https://example.com/changed' },
      ...rest,
    ]),
    'the method of another is changed': onOthers(([other, ...rest]) => [
      { ...other, request_method: 'CHANGED' },
      ...rest,
    ]),
    'another is deleted in its place': (seen) => {
      const lost = seen.before.records.find((record) => identityOf(record) !== seen.uuid);
      return (
        lost &&
        quietly(seen, { ...seen.before, records: seen.before.records.filter((record) => record !== lost) })
      );
    },
  },
};

function changedLate({ what, record }: ListDifference): Judgement {
  const uuid = identityOf(record);
  return shownBy(broken('webhook-changed-after-deletions', { uuid, what, record }), { seen: [uuid] });
}

function stillListed(seen: DeletionSeen): DeletionSeen {
  return { ...seen, after: seen.before, inOtherPages: seen.before };
}

/** Whether the records of both lists can be told apart (HOOK-03, PAGE-07) and no other client was active. */
function isComparable({ before, after, quiet }: DeletionSeen): boolean {
  return quiet && hasUniqueUuids(before) && hasUniqueUuids(after);
}

/** What differs after the deletion, apart from the deleted webhook itself. */
function differencesToOthers({ uuid, before, after }: DeletionSeen): readonly ListDifference[] {
  return differencesOf(before, after).filter(({ record }) => identityOf(record) !== uuid);
}

function onOthers(change: (others: readonly JsonObject[]) => readonly JsonObject[]) {
  return (seen: DeletionSeen): DeletionSeen | undefined => {
    const others = seen.after.records.filter((record) => identityOf(record) !== seen.uuid);
    return others.length === 0 ? undefined : quietly(seen, { ...seen.after, records: change(others) });
  };
}

function quietly(seen: DeletionSeen, after: ListNow): DeletionSeen | undefined {
  return isComparable(seen) && isComplete(seen.before) ? { ...seen, after } : undefined;
}
