/** What is wrong with a declared policy before any request is seen. */
import type { DeclarationFault } from '../../rules/breaches/backoff.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';

/** Why a declared policy is not exponential backoff; null if it is, up to its cap. */
export function declarationFault(declared: DeclaredBackoff): DeclarationFault | null {
  const { base, factor, cap, floor, jitter } = declared;
  if (base <= 0) return { is: 'without a base', base };
  if (cap !== null && cap <= base) return { is: 'capped at its base', cap, base };
  if (cap !== null && cap <= floor) return { is: 'capped at its floor', cap, floor };
  if (jitter === 'decorrelated') return null;
  if (factor <= 1) return { is: 'without growth', factor };
  return typeof jitter !== 'string' && jitter[1] <= 0 ? { is: 'without waits' } : null;
}
