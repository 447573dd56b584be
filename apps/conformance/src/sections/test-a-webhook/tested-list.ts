/** Judges the list around a batch of tests: what the tests stored, and what other clients did. */
import { broken, held, holds, same, shownBy, type Judgement } from '../../records/judgement.ts';
import { hasUuid, identityOf } from '../../records/page.ts';
import type { JsonObject } from '../../records/is-record.ts';
import { textOf } from '../../texts/text-of.ts';
import type { TestAttempt } from './tests-seen.ts';
import { differencesOf, hasUniqueUuids, type ListNow } from '../../records/list-now.ts';
import type { TestBatchSeen } from './tests-seen.ts';

/**
 * Whether the list is the same before and after a batch of tests. If other clients are active, only records that bear
 * the mark of a test count: its address, or the uuid it was sent with.
 */
export function testStoresNothing({ attempts, incomplete, earlier, list }: TestBatchSeen): Judgement {
  if (list === null || !hasUniqueUuids(list.before)) return held;
  const kept = list.after.records.find(({ target_url }) => earlier.some((url) => url === target_url));
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
    ({ record }) => list.quiet || isMarked(record, { attempts, incomplete }),
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

/** Whether a record bears the mark of a test: its address, or the uuid it was sent with. */
export function isMarked(
  record: JsonObject,
  { attempts, incomplete }: Pick<TestBatchSeen, 'attempts' | 'incomplete'>,
): boolean {
  const sent = [...attempts.map((attempt) => attempt.sent), ...(incomplete === null ? [] : [incomplete])];
  return sent.some(
    ({ url, uuid }) => url === record['target_url'] || (uuid !== null && hasUuid(record, uuid)),
  );
}

const gone = 410;

/** What a target that stores tests would have shown. */
export const testedListBreaches = {
  'a test that lacks its event is stored': ({ incomplete, ...seen }: TestBatchSeen) =>
    incomplete === null
      ? undefined
      : changed({ ...seen, incomplete }, ({ total, records }) => ({
          total: total + 1,
          records: [...records, webhook(incomplete.uuid, incomplete.url)],
        })),
  'a test without uuid is stored as a webhook': (seen: TestBatchSeen) => {
    const sent = seen.attempts.find((attempt) => wasTested(attempt) && attempt.uuid === 'none')?.sent;
    return (
      sent &&
      changed(seen, ({ total, records }) => ({
        total: total + 1,
        records: [...records, webhook('new', sent.url)],
      }))
    );
  },
  'a test stores a webhook under its uuid': (seen: TestBatchSeen) => {
    const sent = seen.attempts.find((attempt) => wasTested(attempt) && attempt.uuid !== 'none')?.sent;
    return (
      sent &&
      changed(seen, ({ total, records }) => ({ total, records: stored(records, sent.uuid ?? '', sent.url) }))
    );
  },
  'a test with a uuid stores its event': onTestOfKnown((attempt, tested) =>
    attempt.sent.kind === tested['event'] ? undefined : { ...tested, event: attempt.sent.kind },
  ),
  'a test with a uuid stores its method': onTestOfKnown((attempt, tested) =>
    attempt.method === tested['request_method'] ? undefined : { ...tested, request_method: attempt.method },
  ),
  'a webhook whose target is gone is removed': onTestOfKnown((attempt) =>
    attempt.status === gone ? null : undefined,
  ),
  'total counts the test': (seen: TestBatchSeen) =>
    seen.attempts.some(wasTested)
      ? changed(seen, ({ total, records }) => ({ total: total + 1, records }))
      : undefined,
};

/**
 * What the list would show if a test changed the webhook that it names; null: it is removed. Refused tests count, too:
 * they would have shown the defect had they been accepted.
 */
function onTestOfKnown(
  change: (attempt: TestAttempt, tested: JsonObject) => JsonObject | null | undefined,
): (seen: TestBatchSeen) => TestBatchSeen | undefined {
  return (seen) => {
    for (const attempt of seen.attempts) {
      const uuid = attempt.uuid === 'known' ? (attempt.sent.uuid ?? '') : '';
      const named = seen.list?.before.records.find((record) => hasUuid(record, uuid));
      const other = named === undefined ? undefined : change(attempt, named);
      if (other === undefined) continue;
      return changed(seen, ({ total, records }) => {
        const others = records.filter((record) => !hasUuid(record, uuid));
        return other === null
          ? { total: total - 1, records: others }
          : { total, records: [...others, other] };
      });
    }
    return undefined;
  };
}

/** Whether the target was called: a test that did nothing proves nothing by storing nothing. */
function wasTested({ accepted, calls }: TestAttempt): boolean {
  return accepted && calls.length > 0;
}

function changed(seen: TestBatchSeen, change: (list: ListNow) => ListNow): TestBatchSeen | undefined {
  return seen.list === null ? undefined : { ...seen, list: { ...seen.list, after: change(seen.list.after) } };
}

function stored(records: readonly JsonObject[], uuid: string, url: string): readonly JsonObject[] {
  const others = records.filter((record) => !hasUuid(record, uuid));
  return [...others, webhook(uuid, url)];
}

function webhook(uuid: string, target_url: string): JsonObject {
  return { uuid, event: 'sender_profile_sent_email', request_method: 'POST', target_url };
}
