/** The rules for the section Delete a webhook. */
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { LookedAt, WebhookDeletionBreaches as Breaches } from '../../rules/breaches/delete-a-webhook.ts';
import { identityOf, type ListDifference } from '@outreach-api/model/records/page';
import {
  isComplete,
  differencesOf,
  isListed,
  hasUniqueUuids,
  type ListNow,
} from '@outreach-api/model/records/list-now';
import type { DeletionSeen } from './deletion-seen.ts';

const { broken, holds, same, shownBy } = judging<Breaches>();

/** DEL-01: deleting a webhook succeeds, and it is gone: no longer listed, `total` one less. */
export const deletedWebhookIsGone: RuleDefinition<Breaches, DeletionSeen> = {
  id: 'DEL-01',
  demandsSuccess: { operations: ['deleteWebhook'] },
  judge: (seen) => {
    const { deletions, before, after, again, inOtherPages, withoutParameters, underFilter, back } = seen;
    const others = isComplete(before) ? differencesToOthers(seen) : [];
    const count = (what: ListDifference['what']): number =>
      others.filter((other) => other.what === what).length;
    const expected = before.total - deletions.length + count('added') - count('gone');
    const looks: readonly (readonly [LookedAt, ListNow])[] = [
      ['list', after],
      ['pages of any size', inOtherPages],
      ['list without parameters', withoutParameters],
    ];
    return every([
      ...deletions.flatMap(({ uuid, accepted, status }) =>
        [
          holds(accepted, 'webhook-deletion-refused', { uuid, status }),
          // What is listed again, no other client has brought back.
          ...[...looks, ['list', again] as const].map(([where, list]) =>
            holds(!isListed(list, uuid), 'deleted-webhook-listed', { uuid, status, where }),
          ),
          holds(underFilter?.uuids.includes(uuid) !== true, 'deleted-webhook-found-by-filter', { uuid }),
          holds(underFilter?.isCounted !== true, 'deleted-webhook-counted-by-filter', { uuid }),
        ].map((judgement) => shownBy(judgement, { sent: [uuid] })),
      ),
      shownBy(holds(back.length === 0, 'deleted-webhooks-listed-again', { uuids: back }), {
        seen: back,
      }),
      ...(isComparable(seen) ? looks : []).map(([where, { total }]) =>
        same('total-after-deletion', { where }, total, expected),
      ),
    ]);
  },
  breaches: {
    'it is refused': (seen) => answered(stillListed(seen), 409),
    'it is refused, and has its effect': (seen) => answered(seen, 404),
    'it is confirmed and does nothing': stillListed,
    'it is still listed in pages of another size': (seen) => ({ ...seen, inOtherPages: seen.before }),
    'it is still counted where no page is asked for': (seen) =>
      isComparable(seen)
        ? { ...seen, withoutParameters: { ...seen.withoutParameters, total: seen.before.total } }
        : undefined,
    'it is listed again': (seen) => ({ ...seen, back: uuidsOf(seen) }),
    'total still counts it': (seen) =>
      isComparable(seen) ? { ...seen, after: { ...seen.after, total: seen.before.total } } : undefined,
    'it is not counted and still listed': (seen) => ({
      ...seen,
      after: { total: seen.after.total, records: seen.before.records },
    }),
  },
  breachesWith: [
    {
      need: 'deliveries',
      breaches: {
        'one that a test has named stays': (seen) =>
          seen.deletions.some(({ wasTested }) => wasTested) ? answered(stillListed(seen), 500) : undefined,
      },
    },
    {
      need: 'newWebhook',
      breaches: {
        'one of another method than POST stays': (seen) =>
          seen.before.records.some((record) => isDeleted(seen, record) && isOfAnotherMethod(record))
            ? stillListed(seen)
            : undefined,
      },
    },
  ],
};

/** DEL-02: deleting one webhook changes no other. */
export const deletionChangesNoOtherWebhook: RuleDefinition<Breaches, DeletionSeen> = {
  id: 'DEL-02',
  judge: (seen) => {
    const [late] = seen.lateChanges;
    if (late !== undefined) return changedLate(late);
    if (!isComparable(seen) || !isComplete(seen.before)) return held;
    const difference = differencesToOthers(seen).find(({ what }) => what !== 'added');
    if (difference === undefined) return held;
    const { what, record } = difference;
    const uuid = identityOf(record);
    const was = seen.before.records.find((one) => identityOf(one) === uuid);
    const [deleted = ''] = uuidsOf(seen);
    return shownBy(
      what === 'changed'
        ? same('webhook-changed-by-deletion', { deleted, uuid }, record, was)
        : broken('webhook-removed-by-deletion', { deleted, uuid, record }),
      { sent: [...uuidsOf(seen), uuid] },
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
      const lost = seen.before.records.find((record) => !isDeleted(seen, record));
      return (
        lost &&
        quietly(seen, { ...seen.before, records: seen.before.records.filter((record) => record !== lost) })
      );
    },
  },
};

function changedLate({ what, record }: ListDifference): Judgement<Breaches> {
  const uuid = identityOf(record);
  return shownBy(broken('webhook-changed-after-deletions', { uuid, what, record }), { seen: [uuid] });
}

function uuidsOf({ deletions }: DeletionSeen): readonly string[] {
  return deletions.map(({ uuid }) => uuid);
}

function isDeleted(seen: DeletionSeen, record: JsonObject): boolean {
  return uuidsOf(seen).includes(identityOf(record));
}

function isOfAnotherMethod({ request_method: method }: JsonObject): boolean {
  return typeof method === 'string' && method.toUpperCase() !== 'POST';
}

function answered(seen: DeletionSeen, status: number): DeletionSeen {
  return { ...seen, deletions: seen.deletions.map((one) => ({ ...one, accepted: false, status })) };
}

function stillListed(seen: DeletionSeen): DeletionSeen {
  return { ...seen, after: seen.before, inOtherPages: seen.before };
}

/** Whether the records of both lists can be distinguished (HOOK-03, PAGE-07) and no other client was active. */
function isComparable({ before, after, quiet }: DeletionSeen): boolean {
  return quiet && hasUniqueUuids(before) && hasUniqueUuids(after);
}

/** What differs after the deletions, apart from the deleted webhooks themselves. */
function differencesToOthers(seen: DeletionSeen): readonly ListDifference[] {
  return differencesOf(seen.before, seen.after).filter(({ record }) => !isDeleted(seen, record));
}

function onOthers(change: (others: readonly JsonObject[]) => readonly JsonObject[]) {
  return (seen: DeletionSeen): DeletionSeen | undefined => {
    const others = seen.after.records.filter((record) => !isDeleted(seen, record));
    return others.length === 0 ? undefined : quietly(seen, { ...seen.after, records: change(others) });
  };
}

function quietly(seen: DeletionSeen, after: ListNow): DeletionSeen | undefined {
  return isComparable(seen) && isComplete(seen.before) ? { ...seen, after } : undefined;
}
