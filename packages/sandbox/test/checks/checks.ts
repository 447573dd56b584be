/** A direct check of every stated and implied statement about a server, by id. */
import type { StatementId } from '../../src/index.ts';
import { accessChecks } from './access.ts';
import type { Check } from './check.ts';
import { filterChecks } from './filters.ts';
import { keyChecks } from './keys.ts';
import { limitChecks } from './limits.ts';
import { listChecks } from './lists.ts';
import { senderProfileChecks } from './sender-profiles.ts';
import { webhookChecks } from './webhooks.ts';

/** A statement without a check does not compile. */
export const checks: Readonly<Record<StatementId, Check>> = {
  ...accessChecks,
  ...listChecks,
  ...filterChecks,
  ...keyChecks,
  ...webhookChecks,
  ...senderProfileChecks,
  ...limitChecks,
};

/** The ids of all statements that have a check. */
export const statementIds = Object.keys(checks).filter((id) => isStatementId(id));

function isStatementId(id: string): id is StatementId {
  return Object.hasOwn(checks, id);
}
