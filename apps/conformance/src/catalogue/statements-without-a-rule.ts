/** Statements that no rule judges, each with the reason. */
import type { StatementId } from '@outreach-api/model/generated/statements';

const open = 'it is open, and what is open is never a breach';

/** Why a statement has no rule. Every other statement has one. */
export const statementsWithoutARule: Partial<Readonly<Record<StatementId, string>>> = {
  'CLI-90': open,
  'PAGE-90': open,
  'FILT-90': open,
  'KEY-90': open,
  'HOOK-90': open,
  'PROF-90': open,
  'RATE-90': open,
};
