/** Judges that the two inequality operators mean the same. */
import type { FilteringBreaches as Breaches } from '../../rules/breaches/filtering.ts';
import { held, judging, type Judgement } from '../../rules/judgement.ts';
import { filterOf, textsOf } from './condition.ts';
import type { FilterSeen } from './filter-seen.ts';

const { same, shownBy } = judging<Breaches>();

/** Holds if `!=` and `<>` gave the same records, except null ones (Filtering). */
export function agreeOnDifference({ field, asked }: FilterSeen): Judgement<Breaches> {
  const [first, second] = asked.filter(({ listing }) => listing.accepted);
  if (first === undefined || second === undefined) return held;
  const nulls = new Set(field.values.filter(({ value }) => value === null).map(({ id }) => id));
  const [one, other] = [first, second].map(({ listing }) =>
    [...new Set(listing.ids)].filter((id) => !nulls.has(id)).toSorted(),
  );
  const judgement = same(
    'inequalities-differ',
    { filter: filterOf(field.name, second.condition) },
    other,
    one,
  );
  return shownBy(judgement, { operations: ['listWebhooks'], sent: textsOf(second.condition) });
}
