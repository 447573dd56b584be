/** The TEAM rules: accounts are kept apart (What the service does; Authentication). */
import { broken, every, held, holds, shownBy, type Judgement } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import type { Breach } from '../../engine/rule-definition.ts';
import { intruderNamed, newKeyOfAnother } from '../authentication/intruders.ts';
import type { Attempt, TrespassSeen, OtherListSeen } from '../authentication/trespass.ts';
import type { OperationId } from '../../records/operation.ts';

/** TEAM-01: a key of another account lists none of this account's webhooks. */
export const otherAccountListsNone: RuleDefinition<OtherListSeen> = {
  id: 'TEAM-01',
  judge: ({ own, shown }) => {
    const foreign = shown.filter((uuid) => own.includes(uuid));
    const some = foreign.slice(0, 3);
    return shownBy(
      holds(foreign.length === 0, 'webhooks-of-others-listed', { webhooks: foreign.length, some }),
      { seen: some },
    );
  },
  breaches: {
    'the list is of all accounts': ({ own, shown }) => ({ own, shown: [...shown, ...own] }),
    'a key just made lists them': ({ own, byNewKey }) =>
      byNewKey === true ? { own, shown: own } : undefined,
    'one webhook of this account is shown': ({ own, shown }) => ({
      own,
      shown: [...shown.slice(1), ...own.slice(0, 1)],
    }),
    'the last webhook of this account is shown': ({ own, shown }) => ({
      own,
      shown: [...own.slice(-1), ...shown.slice(1)],
    }),
  },
  breachesWith: [
    {
      need: 'senderProfile',
      breaches: {
        'the list is of the team that the query names': ({ own, teamWasNamed }) =>
          teamWasNamed === true ? { own, shown: own } : undefined,
      },
    },
  ],
};

/** TEAM-02: whatever answer another account gets, nothing is disclosed and nothing changes. */
export const otherAccountSeesAndChangesNothing: RuleDefinition<TrespassSeen> = {
  id: 'TEAM-02',
  needs: ['otherAccountToken'],
  judge: ({ operation, attempts }) =>
    every(
      attempts
        .filter(isOtherAccount)
        .flatMap(({ status, effect, disclosed }) => [
          disclosed === null
            ? held
            : shownOn(operation, status, broken('record-disclosed', { operation, status, field: disclosed })),
          shownOn(
            operation,
            status,
            holds(effect !== true, 'request-of-another-account-took-effect', { operation, status }),
          ),
        ]),
    ),
  breaches: {
    'a sender profile is shown': changedTo('getSenderProfile', { disclosed: 'first_name' }),
    'a sender profile is updated': changedTo('updateSenderProfile', { effect: true }),
    'a refused update shows the sender profile': changedTo('updateSenderProfile', { disclosed: 'label' }),
    'a webhook is deleted': changedTo('deleteWebhook', { effect: true }),
    'a sender profile is deleted': changedTo('deleteSenderProfile', { effect: true }),
    'a sender profile is shown where its uuid is written in another way': changedTo(
      'getSenderProfile',
      { disclosed: 'first_name' },
      writesTheUuidAnew,
    ),
    'a webhook is deleted where its uuid is written in another way': changedTo(
      'deleteWebhook',
      { effect: true },
      writesTheUuidAnew,
    ),
    'a key just made is shown a sender profile': ofNewKey('getSenderProfile', { disclosed: 'first_name' }),
    'a key just made updates a sender profile': ofNewKey('updateSenderProfile', { effect: true }),
    'a key just made deletes a webhook': ofNewKey('deleteWebhook', { effect: true }),
    'a key just made deletes a sender profile': ofNewKey('deleteSenderProfile', { effect: true }),
  },
};

function shownOn(operation: OperationId, status: number, judgement: Judgement): Judgement {
  return shownBy(judgement, { operations: [operation], statuses: [status] });
}

function isOtherAccount({ kind }: Attempt): boolean {
  return kind === 'other account';
}

function writesTheUuidAnew({ intruder, kind }: Attempt): boolean {
  return kind === 'other account' && intruderNamed(intruder).spelled !== undefined;
}

function isNewKey({ intruder }: Attempt): boolean {
  return intruder === newKeyOfAnother.name;
}

function ofNewKey(operation: OperationId, change: Partial<Attempt>): Breach<TrespassSeen> {
  return changedTo(operation, change, isNewKey);
}

function changedTo(
  operation: OperationId,
  change: Partial<Attempt>,
  isMeant = isOtherAccount,
): Breach<TrespassSeen> {
  return (seen) => {
    if (seen.operation !== operation || !seen.attempts.some(isMeant)) return undefined;
    return {
      ...seen,
      attempts: seen.attempts.map((attempt) => (isMeant(attempt) ? { ...attempt, ...change } : attempt)),
    };
  };
}
