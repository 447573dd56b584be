/** The KEY rule on when a key was created (API key). */
import type { ApiKeyBreaches as Breaches } from '../../records/breaches/create-an-api-key.ts';
import { every, held, judging } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import { parseDateTime } from '../../records/date-time.ts';
import {
  each,
  eachByCreatedKey,
  ifNoneShows,
  onBodiesWithMore,
  withField,
  type Change,
} from './changed-creations.ts';
import { creationsIn } from './key-evidence.ts';
import type { CreationsSeen } from './keys-seen.ts';
import type { Creation } from '../../records/key-creation.ts';

const { holds } = judging<Breaches>();

const minute = 60_000;
const clockToleranceMs = 5 * minute;
/** `Date` is in seconds: two answers whose `Date` differs by this much are at least a second apart. */
const surelyApartMs = 2000;
/** A local time without an offset is at most this far from UTC. */
const furthestOffsetMs = 14 * 60 * minute;

/**
 * KEY-09: `created_at` is the time of creation by the answer's `Date`, give or take 5 minutes, or 14 hours if it
 * has no offset. That allows for clock error: two keys created one after the other do not share the same
 * millisecond.
 */
export const createdAtIsTheTimeOfCreation: RuleDefinition<Breaches, CreationsSeen> = {
  id: 'KEY-09',
  // The latter is created late in a run: by then a clock that stands still has shown.
  judge: ({ creations }) =>
    every([
      ...creations.map(({ answeredAt, record }) => {
        const created = parseDateTime(record?.['created_at']);
        if (answeredAt === null || created === null) return held;
        const toleranceMs = clockToleranceMs + (created.zoned ? 0 : furthestOffsetMs);
        return holds(Math.abs(created.at - answeredAt) <= toleranceMs, 'created-at-is-off', {
          answeredAt,
          created_at: record?.['created_at'],
        });
      }),
      ...creations.slice(1).map((later) =>
        holds(!standsStill(creations[0], later), 'created-at-stands-still', {
          created_at: later.record?.['created_at'],
        }),
      ),
    ]),
  limitation: ifNoneShows(({ answeredAt }) => answeredAt !== null, 'the answers to creations have no `Date`'),
  evidence: creationsIn,
  breaches: {
    'two hours ahead': each(createdAtMoved(120 * minute)),
    'half an hour behind': each(createdAtMoved(-30 * minute)),
    'the epoch': each(
      withField('created_at', (value) => (parseDateTime(value) === null ? value : '1970-01-01T00:00:00')),
    ),
    'wrong only in keys made with a created key': eachByCreatedKey(createdAtMoved(-60 * minute)),
    'a day behind where the body says more': onBodiesWithMore(createdAtMoved(-24 * 60 * minute)),
  },
};

/** Whether two keys, the session's first and a later one, have the same `created_at` to the millisecond. */
function standsStill(first: Creation | undefined, later: Creation): boolean {
  const [one, other] = [first?.record?.['created_at'], later.record?.['created_at']];
  const created = parseDateTime(one);
  if (created === null || one !== other) return false;
  // A value given to the second, or in full seconds, may be rounded in any way.
  if (created.grain > 1 || created.at % 1000 === 0) return false;
  if (typeof first?.answeredAt !== 'number' || later.answeredAt === null) return false;
  return (
    first.record?.['jti'] !== later.record?.['jti'] && later.answeredAt - first.answeredAt >= surelyApartMs
  );
}

/** Moves `created_at` if it has an offset. */
function createdAtMoved(byMs: number): Change {
  return (one) => {
    const created = parseDateTime(one.record?.['created_at']);
    if (created === null || !created.zoned) return undefined;
    return withField('created_at', () => new Date(created.at + byMs).toISOString())(one);
  };
}
