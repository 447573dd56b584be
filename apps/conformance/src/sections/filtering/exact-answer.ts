/** Judges filter answers against the unfiltered list. */
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { FilterExample, FilteringBreaches as Breaches } from '../../rules/breaches/filtering.ts';
import { filterOf, placeOf, textsOf } from './condition.ts';
import type { Asked, FilterField, FilterSeen } from './filter-seen.ts';

const { broken, shownBy } = judging<Breaches>();

/** Holds if each condition was answered with exactly the matching records (Filtering). */
export function answersExactly({ field, asked }: FilterSeen): Judgement<Breaches> {
  return every(asked.map((one) => answersOneExactly(field, one)));
}

/** Holds if the condition was accepted, or its refusal proves nothing. */
export function isAccepted(
  field: FilterField,
  { condition, refusable, listing }: Asked,
): Judgement<Breaches> {
  if (listing.accepted || refusable) return held;
  return shownBy(
    broken('filter-refused', { filter: filterOf(field.name, condition), status: listing.status }),
    { operations: ['listWebhooks'], sent: textsOf(condition), statuses: [listing.status] },
  );
}

/** Holds if the condition was answered with exactly the matching records; open ones may or may not be included. */
export function answersOneExactly(field: FilterField, asked: Asked): Judgement<Breaches> {
  const { condition, listing } = asked;
  if (!listing.accepted) return isAccepted(field, asked);
  const came = new Set(listing.ids);
  const places = new Map(field.values.map(({ id, value }) => [id, placeOf(value, condition, field.kind)]));
  const missing = field.values.filter(({ id }) => places.get(id) === 'in' && !came.has(id));
  const tooMany = [...came].filter((id) => (places.get(id) ?? 'out') === 'out');
  const isOnceEach = came.size === listing.ids.length;
  const twice = isOnceEach ? [] : listing.ids.filter((id, index) => listing.ids.indexOf(id) !== index);
  if (missing.length + tooMany.length + twice.length === 0) return held;
  const wanted = [...places.values()].filter((place) => place === 'in').length;
  return shownBy(
    broken('filter-answer-wrong', {
      filter: filterOf(field.name, condition),
      matching: wanted,
      webhooks: field.values.length,
      given: listing.ids.length,
      missing: missing.length,
      tooMany: tooMany.length,
      examples: {
        missing: exampleOf(field, missing[0]?.id),
        tooMany: exampleOf(field, tooMany[0]),
        twice: exampleOf(field, twice[0]),
      },
    }),
    { operations: ['listWebhooks'], sent: textsOf(condition) },
  );
}

function exampleOf({ name, values }: FilterField, uuid: string | undefined): FilterExample | null {
  if (uuid === undefined) return null;
  const found = values.find(({ id }) => id === uuid);
  return { uuid, field: name, isListed: found !== undefined, value: found?.value ?? null };
}
