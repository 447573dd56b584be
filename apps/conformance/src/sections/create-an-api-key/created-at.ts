/** The rule of KEY on when a key was made (API key). */
import { every, held, holds, show } from '../../engine/judgement.ts';
import { defineRule } from '../../engine/rule.ts';
import type { Creation } from '../../account/made-key.ts';
import { parseDateTime } from '../../records/date-time.ts';
import { onBodiesWithMore, onCreations, withField } from './changed-creations.ts';
import { keyCreations } from './key-creations.ts';
import { keyForAnotherTeam } from './key-for-another-team.ts';
import { creationsIn } from './key-evidence.ts';

const minute = 60_000;
const clockToleranceMs = 5 * minute;
/** `Date` is in seconds: two answers that it tells so far apart are a second apart at least. */
const surelyApartMs = 2000;
/** A local time without its offset lies no further from UTC than this. */
const furthestOffsetMs = 14 * 60 * minute;

/**
 * KEY-09: `created_at` is the time of creation, by the `Date` of the answer, 5 minutes more or less; 14 hours where it
 * says no offset. That is what clocks may be wrong by: two keys made one after the other were not made in the same
 * millisecond.
 */
export const createdAtIsTheTimeOfCreation = defineRule({
  id: 'KEY-09',
  // The latter is made late in a run: a clock that stands still is seen by then.
  from: [keyCreations, keyForAnotherTeam],
  judge: ({ creations }) =>
    every([
      ...creations.map(({ answeredAt, record }) => {
        const created = parseDateTime(record?.['created_at']);
        if (answeredAt === null || created === null) return held;
        const toleranceMs = clockToleranceMs + (created.zoned ? 0 : furthestOffsetMs);
        return holds(
          Math.abs(created.at - answeredAt) <= toleranceMs,
          `\`created_at\` is about ${new Date(answeredAt).toISOString()}, the \`Date\` of the answer`,
          `it is ${show(record?.['created_at'])}`,
        );
      }),
      ...creations
        .slice(1)
        .map((later) =>
          holds(
            !standsStill(creations[0], later),
            'keys that are made one after the other differ in `created_at`',
            `it is ${show(later.record?.['created_at'])} for both, though seconds lie between their answers`,
          ),
        ),
    ]),
  evidence: creationsIn,
  breaches: {
    'two hours ahead': (seen) => onCreations(seen, createdAtMoved(120 * minute)),
    'half an hour behind': (seen) => onCreations(seen, createdAtMoved(-30 * minute)),
    'the epoch': (seen) =>
      onCreations(
        seen,
        withField('created_at', (value) => (parseDateTime(value) === null ? value : '1970-01-01T00:00:00')),
      ),
    'wrong only in keys made with a created key': (seen) =>
      onCreations(seen, (one) => (one.by === 'created key' ? createdAtMoved(-60 * minute)(one) : undefined)),
    'a day behind where the body says more': (seen) =>
      onBodiesWithMore(seen, createdAtMoved(-24 * 60 * minute)),
  },
});

/** Whether two keys, the first of a session and a later one, have the same `created_at` to the millisecond. */
function standsStill(first: Creation | undefined, later: Creation): boolean {
  const [one, other] = [first?.record?.['created_at'], later.record?.['created_at']];
  const created = parseDateTime(one);
  if (created === null || one !== other) return false;
  // What is given to the second, or is full seconds, may be rounded, to whatever.
  if (created.grain > 1 || created.at % 1000 === 0) return false;
  if (typeof first?.answeredAt !== 'number' || later.answeredAt === null) return false;
  return (
    first.record?.['jti'] !== later.record?.['jti'] && later.answeredAt - first.answeredAt >= surelyApartMs
  );
}

function createdAtMoved(byMs: number): (one: Creation) => Creation | undefined {
  return withZonedTime((at) => new Date(at + byMs).toISOString());
}

function withZonedTime(change: (at: number) => string): (one: Creation) => Creation | undefined {
  return (one) => {
    const created = parseDateTime(one.record?.['created_at']);
    if (created === null || !created.zoned) return undefined;
    return withField('created_at', () => change(created.at))(one);
  };
}
