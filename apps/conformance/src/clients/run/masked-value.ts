/** Removes credentials from what a driver returned. */
import type { Secrets } from '../../output/secrets.ts';
import { isRecord } from '../../records/is-record.ts';
import { wholeKey } from './scenario-run.ts';

/**
 * The value that a driver returned, without any credential: a key that was created meanwhile becomes {@link wholeKey}
 * if it is there as a whole, and is masked if only a part of it is.
 */
export function maskedValue(
  value: unknown,
  secrets: Secrets,
  isCreatedKey: (text: string) => boolean,
): unknown {
  const mask = (one: unknown): unknown => {
    if (typeof one === 'string') return isCreatedKey(one) ? wholeKey : secrets.maskExactly(one);
    if (Array.isArray(one)) return one.map(mask);
    if (!isRecord(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, member]) => [secrets.maskExactly(name), mask(member)]),
    );
  };
  return mask(value);
}
