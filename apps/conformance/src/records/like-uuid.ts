/** Uuids that differ from that of a record only where a careless service does not look. */

/**
 * What is different. None of them is likely to be another record's: uuids that are assigned in a row differ elsewhere.
 */
export type Likeness = 'another version' | 'another end' | 'another byte order';

/** A uuid that differs from another in this way alone; in its letter case. */
export function likeUuid(uuid: string, likeness: Likeness): string {
  const groups = uuid.toLowerCase().split('-');
  const like = groups.map((group, at) => changed(group, at, likeness)).join('-');
  return uuid === uuid.toLowerCase() ? like : like.toUpperCase();
}

function changed(group: string, at: number, likeness: Likeness): string {
  switch (likeness) {
    case 'another version':
      return at === 2 ? `${nextDigit(group.slice(0, 1))}${group.slice(1)}` : group;
    case 'another end':
      return at === 4 ? group.replaceAll(/./g, nextDigit) : group;
    case 'another byte order':
    default:
      // Some services store the first three groups as little-endian numbers.
      return at < 3 ? (group.match(/../g) ?? []).toReversed().join('') : group;
  }
}

function nextDigit(digit: string): string {
  return ((Number.parseInt(digit, 16) + 1) % 16).toString(16);
}
