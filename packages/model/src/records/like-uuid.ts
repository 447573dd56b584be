/** Uuids that differ from that of a record only where a careless service does not look. */

/**
 * What is different. None of them is likely to be another record's: uuids that are assigned in a row differ elsewhere.
 */
export type Likeness = 'another version' | 'another end' | 'another byte order';

const versionDigit = 12;
const firstDigitOfEnd = 20;

/** A uuid that differs from another in this way alone. */
export function likeUuid(uuid: string, likeness: Likeness): string {
  switch (likeness) {
    case 'another version':
      return withOtherDigits(uuid, (digit) => digit === versionDigit);
    case 'another end':
      return withOtherDigits(uuid, (digit) => digit >= firstDigitOfEnd);
    case 'another byte order':
    default:
      // Some services store the first three groups as little-endian numbers.
      return uuid
        .split('-')
        .map((group, at) => (at < 3 ? (group.match(/../g) ?? []).toReversed().join('') : group))
        .join('-');
  }
}

/**
 * A uuid with some of its 32 hex digits changed, in its letter case.
 *
 * @param isOther - which digits, counted from 0
 * @param by - how much is added to each
 */
export function withOtherDigits(uuid: string, isOther: (digit: number) => boolean, by = 1): string {
  let digit = -1;
  return uuid.replaceAll(/[0-9a-f]/gi, (hex) => {
    digit += 1;
    if (!isOther(digit)) return hex;
    const changed = ((Number.parseInt(hex, 16) + by) % 16).toString(16);
    return hex === hex.toUpperCase() && uuid !== uuid.toLowerCase() ? changed.toUpperCase() : changed;
  });
}
