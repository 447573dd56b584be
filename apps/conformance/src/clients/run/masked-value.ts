/** Takes credentials out of what a driver brought. */
import type { Secrets } from '../../output/secrets.ts';
import { isRecord } from '../../records/is-record.ts';
import { wholeKey } from './scenario-run.ts';

/**
 * The value that a driver brought, without any credential: a key that was created meanwhile becomes {@link wholeKey}
 * where it stands there whole, and is masked where a part of it does.
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
