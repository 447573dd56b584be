/** Judges the list around a batch of tests: what the tests stored, and what other clients did. */
import type { WebhookTestBreaches as Breaches } from '../../rules/breaches/test-a-webhook.ts';
import { held, judging, type Judgement } from '../../rules/judgement.ts';
import { hasUuid, identityOf, type ListDifference } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { textOf } from '@outreach-api/model/texts/text-of';
import {
  differencesOf,
  hasUniqueUuids,
  isComplete,
  type ListNow,
} from '@outreach-api/model/records/list-now';
import { lacksItsEvent, type TestAttempt, type TestBatchSeen } from './tests-seen.ts';

const { broken, holds, same, shownBy } = judging<Breaches>();

/**
 * Whether the list is the same before and after a batch of tests. If other clients are active, only records that bear
 * the mark of a test count: its address, or the uuid it was sent with.
 */
export function testStoresNothing({ attempts, partial, earlier, list }: TestBatchSeen): Judgement<Breaches> {
  if (list === null || !hasUniqueUuids(list.before)) return held;
  const kept = list.after.records.find(
    (record) => earlier.some((url) => url === record['target_url']) || isOfPartial(record, partial),
  );
  if (kept !== undefined)
    return shownBy(broken('test-listed-as-webhook', { record: kept }), { seen: [identityOf(kept)] });
  const { untested } = list;
  const named = list.after.records.find(
    (record) => untested !== null && identityOf(record) === identityOf(untested),
  );
  const isAsItWas = named === undefined ? held : same('tested-webhook-changed', {}, named, untested);
  if (isAsItWas.kind === 'broken')
    return shownBy(isAsItWas, { seen: untested === null ? [] : [identityOf(untested)] });
  const first = differencesOf(list.before, list.after).find(
    (one) => isCertain(one, list) && (list.quiet || isMarked(one.record, attempts)),
  );
  const tests = attempts.length === 0 ? null : attempts.length;
  if (first !== undefined) {
    const { what, record } = first;
    return shownBy(broken('list-changed-by-tests', { tests, what, record }), {
      seen: [identityOf(record), textOf(record['target_url'])],
    });
  }
  const { before, after } = list;
  return holds(!list.quiet || before.total === after.total, 'total-changed-by-tests', {
    tests,
    before: before.total,
    after: after.total,
  });
}

/** What a list lacks that shows another number of webhooks than its total may be there all the same (PAGE-05, PAGE-07). */
function isCertain(
  { what }: ListDifference,
  { before, after }: Readonly<Record<'before' | 'after', ListNow>>,
): boolean {
  return what === 'changed' || isComplete(what === 'gone' ? after : before);
}

/** Whether a record bears the mark of a test: its address, or the uuid it was sent with. */
export function isMarked(record: JsonObject, attempts: readonly TestAttempt[]): boolean {
  return attempts.some(
    ({ sent: { url, uuid } }) => url === record['target_url'] || (uuid !== null && hasUuid(record, uuid)),
  );
}

/** Whether a test that lacks fields left a record behind: it has its address, or its uuid, which no webhook had. */
function isOfPartial(record: JsonObject, partial: TestBatchSeen['partial']): boolean {
  return partial.some(
    ({ test, url, uuid }) =>
      (url !== null && url === record['target_url']) ||
      (test.uuid === 'fresh' && hasUuid(record, uuid ?? '')),
  );
}

const gone = 410;

/** What a target that stores tests would have shown. */
export const testedListBreaches = {
  'a test that lacks its event is stored': listing(({ partial }, list) => {
    const refused = partial.find(({ test }) => lacksItsEvent(test));
    return refused && withRecord(list, webhook(refused.uuid ?? 'new', refused.url ?? ''));
  }),
  'a test without uuid is stored as a webhook': listing(({ attempts }, list) => {
    const tested = attempts.find((attempt) => wasTested(attempt) && attempt.uuid === 'none');
    return tested && withRecord(list, webhook('new', tested.sent.url));
  }),
  'a test stores a webhook under its uuid': listing(({ attempts }, list) => {
    const tested = attempts.find((attempt) => wasTested(attempt) && attempt.uuid !== 'none');
    return tested && withRecord(list, webhook(tested.sent.uuid ?? '', tested.sent.url));
  }),
  'a test with a uuid stores its event': onTestOfKnown(({ sent: { kind } }, record, list) =>
    kind === record['event'] ? undefined : withRecord(list, { ...record, event: kind }),
  ),
  'a test with a uuid stores its method': onTestOfKnown(({ method }, record, list) =>
    method === record['request_method'] ? undefined : withRecord(list, { ...record, request_method: method }),
  ),
  'a webhook whose target is gone is removed': onTestOfKnown(({ status }, record, list) =>
    status === gone ? without(list, identityOf(record)) : undefined,
  ),
  'total counts the test': listing(({ attempts }, list) =>
    attempts.some(wasTested) ? { ...list, total: list.total + 1 } : undefined,
  ),
};

/** What the list would show after the tests; nothing if the defect cannot show in this observation. */
function listing(change: (seen: TestBatchSeen, after: ListNow) => ListNow | undefined) {
  return (seen: TestBatchSeen): TestBatchSeen | undefined => {
    const after = seen.list === null ? undefined : change(seen, seen.list.after);
    return seen.list === null || after === undefined ? undefined : { ...seen, list: { ...seen.list, after } };
  };
}

/**
 * What the list would show if a test changed the webhook that it names. Refused tests count, too: they would have shown
 * the defect had they been accepted.
 */
function onTestOfKnown(
  change: (attempt: TestAttempt, named: JsonObject, after: ListNow) => ListNow | undefined,
) {
  return listing(({ attempts }, after) => {
    const [changed] = attempts.flatMap((attempt) => {
      const uuid = attempt.uuid === 'known' ? (attempt.sent.uuid ?? '') : '';
      const named = after.records.find((record) => hasUuid(record, uuid));
      return (named && change(attempt, named, after)) ?? [];
    });
    return changed;
  });
}

/** Whether the target was called: a test that did nothing proves nothing by storing nothing. */
function wasTested({ accepted, calls }: TestAttempt): boolean {
  return accepted && calls.length > 0;
}

function without({ total, records }: ListNow, uuid: string): ListNow {
  const others = records.filter((record) => !hasUuid(record, uuid));
  return { total: total - records.length + others.length, records: others };
}

function withRecord(list: ListNow, record: JsonObject): ListNow {
  const { total, records } = without(list, textOf(record['uuid']));
  return { total: total + 1, records: [...records, record] };
}

function webhook(uuid: string, target_url: string): JsonObject {
  return { uuid, event: 'sender_profile_sent_email', request_method: 'POST', target_url };
}
