/** The AUTH rules on which credentials are refused (Endpoints; Authentication). */
import type { Breach } from '@outreach-api/engine';
import type { AuthenticationBreaches as Breaches } from '../../rules/breaches/authentication.ts';
import { every, judging } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { admittedWithoutCredential } from './admitted-without-credential.ts';
import { withAttempts, type TrespassSeen } from './trespass.ts';
import type { OperationId } from '@outreach-api/model/records/operation';
import { intrudersOf, type IntruderKind } from './intruders.ts';
import { allOperations } from '@outreach-api/model/records/operation';

const { holds, shownBy } = judging<Breaches>();

type TrespassBreach = Breach<TrespassSeen>;

/** AUTH-01: without `Authorization`, each of the seven operations is refused and has no effect. */
export const noCredentialIsRefused: RuleDefinition<Breaches, TrespassSeen> = {
  ...refusalOf('no credential'),
  id: 'AUTH-01',
  evidence: admittedWithoutCredential,
  eachAnswerCounts: true,
  breaches: {
    'listing webhooks takes no credential': accepts('listWebhooks', 'no credential'),
    'creating a key takes no credential': accepts('createApiKey', 'no credential'),
    'testing a webhook takes no credential': accepts('testWebhook', 'no credential'),
    'testing a webhook is refused, and calls all the same': hasEffect('testWebhook'),
    'deleting a webhook takes no credential': accepts('deleteWebhook', 'no credential'),
    'deleting a webhook is refused, and deletes all the same': hasEffect('deleteWebhook'),
    'reading a sender profile takes no credential': accepts('getSenderProfile', 'no credential'),
    'updating a sender profile takes no credential': accepts('updateSenderProfile', 'no credential'),
    'updating a sender profile is refused, and updates all the same': hasEffect('updateSenderProfile'),
    'deleting a sender profile takes no credential': accepts('deleteSenderProfile', 'no credential'),
    'deleting a sender profile is refused, and deletes all the same': hasEffect('deleteSenderProfile'),
  },
};

/** AUTH-02: a credential that is not an API key is refused. */
export const whatIsNoKeyIsRefused: RuleDefinition<Breaches, TrespassSeen> = {
  ...refusalOf('no key'),
  id: 'AUTH-02',
};

/** AUTH-03: a real key that has been tampered with is refused. */
export const tamperedKeyIsRefused: RuleDefinition<Breaches, TrespassSeen> = {
  ...refusalOf('tampered key'),
  id: 'AUTH-03',
};

/** AUTH-04: a key older than its 3 years is refused. */
export const expiredKeyIsRefused: RuleDefinition<Breaches, TrespassSeen> = {
  ...refusalOf('expired key'),
  id: 'AUTH-04',
};

/** What the rules have in common: callers of this kind are refused, and what they ask for has no effect. */
function refusalOf(kind: IntruderKind): Omit<RuleDefinition<Breaches, TrespassSeen>, 'id'> {
  return {
    needs: [kind === 'expired key' ? 'expiredToken' : 'forgedCredentials'],
    demandsAnswer: { operations: allOperations, callers: intrudersOf(kind) },
    judge: ({ operation: tried, attempts }) =>
      every(
        attempts
          .filter((attempt) => attempt.kind === kind)
          .map(({ intruder, operation = tried, accepted, status, effect }) =>
            shownBy(
              every([
                holds(!accepted, 'intruder-accepted', { operation, intruder, status }),
                holds(effect !== true, 'refused-request-took-effect', { operation, intruder, status }),
              ]),
              { operations: [operation], callers: [intruder], statuses: [status] },
            ),
          ),
      ),
    breaches: Object.fromEntries(
      intrudersOf(kind).map((name): [string, TrespassBreach] => [
        `${name} is taken`,
        withAttempts({ accepted: true }, null, ({ intruder }) => intruder === name),
      ]),
    ),
    // What budgets are for: one that is too small must not pass for a refusal.
    breachesWith:
      kind === 'no credential'
        ? []
        : [
            { need: 'createApiKeys', breaches: { 'creating a key takes it': accepts('createApiKey', kind) } },
            { need: 'deliveries', breaches: { 'testing a webhook takes it': accepts('testWebhook', kind) } },
          ],
  };
}

function accepts(operation: OperationId, kind: IntruderKind): TrespassBreach {
  return withAttempts({ accepted: true, status: 200 }, operation, (attempt) => attempt.kind === kind);
}

function hasEffect(operation: OperationId): TrespassBreach {
  return withAttempts({ effect: true }, operation, ({ kind }) => kind === 'no credential');
}
