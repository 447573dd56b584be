/** Removes credentials from what a driver returned. */
import type { Secrets } from '@outreach-api/masking/secrets';
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
  return secrets.maskAllExactly(value, (text) => (isCreatedKey(text) ? wholeKey : null));
}
