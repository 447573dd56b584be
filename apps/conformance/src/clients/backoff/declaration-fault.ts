/** What is wrong with a declared policy before any request is seen. */
import type { DeclaredBackoff } from './declared-backoff.ts';

/** Why a declared policy is not exponential backoff; null if it is, up to its cap. */
export function declarationFault({ base, factor, cap, floor, jitter }: DeclaredBackoff): string | null {
  if (base <= 0) return `it declares a base of ${base} ms: it never waits`;
  if (cap !== null && cap <= base) {
    return `it declares a cap of ${cap} ms and a base of ${base} ms: its waits never grow`;
  }
  if (cap !== null && cap <= floor) {
    return `it declares a cap of ${cap} ms and a floor of ${floor} ms: its waits never grow`;
  }
  if (jitter === 'decorrelated') return null;
  if (factor <= 1) return `it declares a factor of ${factor}: its waits never grow`;
  if (typeof jitter !== 'string' && jitter[1] <= 0) return 'it declares jitter that takes every wait away';
  return null;
}
