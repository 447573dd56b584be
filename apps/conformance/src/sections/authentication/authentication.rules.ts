/** The AUTH rules on which credentials are refused (Endpoints; Authentication). */
import { every, holds, shownBy, type Judgement } from '../../records/judgement.ts';
import type { AnswerDemanded, BreachesWith, RuleDefinition } from '../../records/rule.ts';
import type { Breach } from '../../engine/rule-definition.ts';
import type { Attempt, TrespassSeen } from './trespass.ts';
import type { OperationId } from '../../records/operation.ts';
import { intrudersOf, type IntruderKind } from './intruders.ts';
import { allOperations } from '../../records/operation.ts';

type TrespassBreach = Breach<TrespassSeen>;

/** AUTH-01: without `Authorization`, each of the seven operations is refused and has no effect. */
export const noCredentialIsRefused: RuleDefinition<TrespassSeen> = {
  id: 'AUTH-01',
  needs: ['forgedCredentials'],
  demandsAnswer: answersTo('no credential'),
  judge: (seen) => refusesAndDoesNothing(seen, 'no credential'),
  breaches: {
    'listing webhooks takes no credential': accepts('listWebhooks', 'no credential'),
    'creating a key takes no credential': accepts('createApiKey', 'no credential'),
    'testing a webhook takes no credential': accepts('testWebhook', 'no credential'),
    'testing a webhook is refused, and calls all the same': hasEffect('testWebhook', 'no credential'),
    'deleting a webhook takes no credential': accepts('deleteWebhook', 'no credential'),
    'deleting a webhook is refused, and deletes all the same': hasEffect('deleteWebhook', 'no credential'),
    'reading a sender profile takes no credential': accepts('getSenderProfile', 'no credential'),
    'updating a sender profile takes no credential': accepts('updateSenderProfile', 'no credential'),
    'updating a sender profile is refused, and updates all the same': hasEffect(
      'updateSenderProfile',
      'no credential',
    ),
    'deleting a sender profile takes no credential': accepts('deleteSenderProfile', 'no credential'),
    'deleting a sender profile is refused, and deletes all the same': hasEffect(
      'deleteSenderProfile',
      'no credential',
    ),
  },
};

/** AUTH-02: a credential that is not an API key is refused. */
export const whatIsNoKeyIsRefused: RuleDefinition<TrespassSeen> = {
  id: 'AUTH-02',
  needs: ['forgedCredentials'],
  demandsAnswer: answersTo('no key'),
  judge: (seen) => refusesAndDoesNothing(seen, 'no key'),
  breaches: takenOneByOne('no key'),
  breachesWith: takenWhereAllowed('no key'),
};

/** AUTH-03: a real key that has been tampered with is refused. */
export const tamperedKeyIsRefused: RuleDefinition<TrespassSeen> = {
  id: 'AUTH-03',
  needs: ['forgedCredentials'],
  demandsAnswer: answersTo('tampered key'),
  judge: (seen) => refusesAndDoesNothing(seen, 'tampered key'),
  breaches: takenOneByOne('tampered key'),
  breachesWith: takenWhereAllowed('tampered key'),
};

/** AUTH-04: a key older than its 3 years is refused. */
export const expiredKeyIsRefused: RuleDefinition<TrespassSeen> = {
  id: 'AUTH-04',
  needs: ['expiredToken'],
  demandsAnswer: answersTo('expired key'),
  judge: (seen) => refusesAndDoesNothing(seen, 'expired key'),
  breaches: takenOneByOne('expired key'),
  breachesWith: takenWhereAllowed('expired key'),
};

function refusesAndDoesNothing({ operation, attempts }: TrespassSeen, kind: IntruderKind): Judgement {
  return every(
    attempts
      .filter((attempt) => attempt.kind === kind)
      .map(({ intruder, accepted, status, effect }) =>
        shownBy(
          every([
            holds(!accepted, 'intruder-accepted', { operation, intruder, status }),
            holds(effect !== true, 'refused-request-took-effect', { operation, intruder, status }),
          ]),
          { operations: [operation], callers: [intruder], statuses: [status] },
        ),
      ),
  );
}

function answersTo(kind: IntruderKind): AnswerDemanded {
  return { operations: allOperations, callers: intrudersOf(kind) };
}

function accepts(operation: OperationId, kind: IntruderKind): TrespassBreach {
  return (seen) =>
    seen.operation === operation ? changed(seen, kind, { accepted: true, status: 200 }) : undefined;
}

function hasEffect(operation: OperationId, kind: IntruderKind): TrespassBreach {
  return (seen) => (seen.operation === operation ? changed(seen, kind, { effect: true }) : undefined);
}

function takenOneByOne(kind: IntruderKind): Readonly<Record<string, TrespassBreach>> {
  return Object.fromEntries(
    intrudersOf(kind).map((name): [string, TrespassBreach] => [
      `${name} is taken`,
      (seen) => {
        const attempts = seen.attempts.map((attempt) =>
          attempt.intruder === name ? { ...attempt, accepted: true } : attempt,
        );
        return { ...seen, attempts };
      },
    ]),
  );
}

/** The operations that budgets are for: one that is too small must not pass for a refusal. */
function takenWhereAllowed(kind: IntruderKind): readonly BreachesWith<TrespassSeen>[] {
  return [
    { need: 'createApiKeys', breaches: { 'creating a key takes it': accepts('createApiKey', kind) } },
    { need: 'deliveries', breaches: { 'testing a webhook takes it': accepts('testWebhook', kind) } },
  ];
}

function changed(seen: TrespassSeen, kind: IntruderKind, change: Partial<Attempt>): TrespassSeen | undefined {
  if (!seen.attempts.some((attempt) => attempt.kind === kind)) return undefined;
  const attempts = seen.attempts.map((attempt) =>
    attempt.kind === kind ? { ...attempt, ...change } : attempt,
  );
  return { ...seen, attempts };
}
