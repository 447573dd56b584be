/** Judges filter answers against the unfiltered list. */
import { broken, every, held, show, type Judgement } from '../../engine/judgement.ts';
import { placeOf, shown } from './condition.ts';
import type { Asked, FilterField, FilterSeen } from './filter-seen.ts';

/** Holds if each condition was answered with exactly the matching records (Filtering). */
export function answersExactly({ field, asked }: FilterSeen): Judgement {
  return every(asked.map((one) => answersOneExactly(field, one)));
}

/** Holds if the condition was accepted, or its refusal proves nothing. */
export function isTaken(field: FilterField, { condition, refusable, listing }: Asked): Judgement {
  if (listing.accepted || refusable) return held;
  return broken(`${shown(field.name, condition)} is accepted`, `refused with ${listing.status}`);
}

/** Holds if the condition was answered with exactly the matching records; open ones may or may not be included. */
export function answersOneExactly(field: FilterField, asked: Asked): Judgement {
  const { condition, listing } = asked;
  if (!listing.accepted) return isTaken(field, asked);
  const came = new Set(listing.ids);
  const places = new Map(field.values.map(({ id, value }) => [id, placeOf(value, condition, field.kind)]));
  const missing = field.values.filter(({ id }) => places.get(id) === 'in' && !came.has(id));
  const tooMany = [...came].filter((id) => (places.get(id) ?? 'out') === 'out');
  const isOnceEach = came.size === listing.ids.length;
  const twice = isOnceEach ? [] : listing.ids.filter((id, index) => listing.ids.indexOf(id) !== index);
  if (missing.length + tooMany.length + twice.length === 0) return held;
  const wanted = [...places.values()].filter((place) => place === 'in').length;
  const faults = [
    ...(missing.length === 0 ? [] : [`${missing.length} missing, e.g. ${recordIn(field, missing[0]?.id)}`]),
    ...(tooMany.length === 0 ? [] : [`${tooMany.length} too many, e.g. ${recordIn(field, tooMany[0])}`]),
    ...(twice.length === 0 ? [] : [`${recordIn(field, twice[0])} twice`]),
  ];
  return broken(
    `${shown(field.name, condition)} gives the ${wanted} of ${field.values.length} webhooks that match it, and no others`,
    `it gives ${listing.ids.length}: ${faults.join('; ')}`,
  );
}

/** A record, shown by its uuid and the filtered value. */
function recordIn({ name, values }: FilterField, id: string | undefined): string {
  const found = values.find((one) => one.id === id);
  if (found === undefined) return `${id}, which the whole list does not hold`;
  return name === 'uuid' ? `${id}` : `${id} with \`${name}\` ${show(found.value)}`;
}
