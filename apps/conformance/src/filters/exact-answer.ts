/** Judges answers to filters by the unfiltered list. */
import { broken, every, held, show, type Judgement } from '../engine/judgement.ts';
import { placeOf, shown } from './condition.ts';
import type { Asked, FilterField, FilterSeen } from './filter-seen.ts';

/** Holds when each condition was answered with exactly the records that meet it (Filtering). */
export function answersExactly({ field, asked }: FilterSeen): Judgement {
  return every(asked.map((one) => answersOneExactly(field, one)));
}

/** Holds when the condition was taken, or its refusal says nothing. */
export function isTaken(field: FilterField, { condition, refusable, listing }: Asked): Judgement {
  if (listing.accepted || refusable) return held;
  return broken(`${shown(field.name, condition)} is taken`, `refused with ${listing.status}`);
}

/** Holds when the condition was answered with exactly the records that meet it; open records may come or not. */
export function answersOneExactly(field: FilterField, asked: Asked): Judgement {
  const { condition, listing } = asked;
  if (!listing.accepted) return isTaken(field, asked);
  const came = new Set(listing.ids);
  const places = new Map(field.values.map(({ id, value }) => [id, placeOf(value, condition, field.kind)]));
  const missing = field.values.filter(({ id }) => places.get(id) === 'in' && !came.has(id));
  const tooMany = [...came].filter((id) => (places.get(id) ?? 'out') === 'out');
  const twice = listing.ids.filter((id, index) => listing.ids.indexOf(id) !== index);
  if (missing.length + tooMany.length + twice.length === 0) return held;
  const wanted = [...places.values()].filter((place) => place === 'in').length;
  const faults = [
    ...(missing.length === 0 ? [] : [`${missing.length} missing, e.g. ${show(missing[0])}`]),
    ...(tooMany.length === 0 ? [] : [`${tooMany.length} too many, e.g. ${show(valueIn(field, tooMany[0]))}`]),
    ...(twice.length === 0 ? [] : [`twice: ${show(twice[0])}`]),
  ];
  return broken(
    `${shown(field.name, condition)} gives exactly the ${wanted} of ${field.values.length} records that meet it`,
    `${listing.ids.length} records: ${faults.join('; ')}`,
  );
}

function valueIn(field: FilterField, id: string | undefined): unknown {
  return field.values.find((one) => one.id === id) ?? { id };
}
