/** A direct check of every stated and implied statement about a server, by id. */
import type { StatementId } from '../../src/index.ts';
import { accessChecks } from './access.ts';
import type { Check } from './check.ts';
import { filterChecks } from './filters.ts';
import { inPassingChecks } from './in-passing.ts';
import { keyChecks } from './keys.ts';
import { callerChecks } from './reported-callers.ts';
import { conditionChecks } from './reported-conditions.ts';
import { furtherReportedChecks } from './reported-further.ts';
import { inTurnChecks } from './reported-in-turn.ts';
import { letterChecks } from './reported-letters.ts';
import { requestChecks } from './reported-requests.ts';
import { writeChecks } from './reported-writes.ts';
import { limitChecks } from './limits.ts';
import { listChecks } from './lists.ts';
import { reportedChecks } from './reported.ts';
import { senderProfileChecks } from './sender-profiles.ts';
import { webhookChecks } from './webhooks.ts';

/** A statement without a check does not compile. */
const direct: Readonly<Record<StatementId, Check>> = {
  ...accessChecks,
  ...listChecks,
  ...filterChecks,
  ...keyChecks,
  ...webhookChecks,
  ...senderProfileChecks,
  ...limitChecks,
};

/** Checks by requests made for other statements, and by what public bug reports name. */
const further: readonly Readonly<Partial<Record<StatementId, Check>>>[] = [
  inPassingChecks,
  reportedChecks,
  inTurnChecks,
  furtherReportedChecks,
  conditionChecks,
  callerChecks,
  writeChecks,
  letterChecks,
  requestChecks,
];

/** The ids of all statements that have a check. */
export const statementIds = statementIdsOf(direct);

/** The check of a statement: by requests made for it, then by the further ones. */
export const checks: Readonly<Record<StatementId, Check>> = {
  ...direct,
  ...Object.fromEntries(
    statementIds.map((id): [StatementId, Check] => [
      id,
      async (probe, receiver) => {
        for (const check of [direct[id], ...further.map((some) => some[id])])
          if ((await check?.(probe, receiver)) === true) return true;
        return false;
      },
    ]),
  ),
};

function statementIdsOf(some: object): readonly StatementId[] {
  return Object.keys(some).filter((id) => isStatementId(id));
}

function isStatementId(id: string): id is StatementId {
  return Object.hasOwn(direct, id);
}
