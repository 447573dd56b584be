/** The TEAM rules: accounts are kept apart (What the service does; Authentication). */
import type { AccountsBreaches as Breaches } from '../../rules/breaches/what-the-service-does.ts';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { disclosedToAnotherAccount } from '../authentication/disclosed-to-another-account.ts';
import { intruderNamed } from '../authentication/intruders-on.ts';
import { newKeyOfAnother } from '../authentication/intruders.ts';
import {
  withAttempts,
  type Attempt,
  type TrespassSeen,
  type OtherListSeen,
} from '../authentication/trespass.ts';
import type { OperationId } from '@outreach-api/model/records/operation';

const { broken, holds, shownBy } = judging<Breaches>();

/** TEAM-01: a key of another account lists none of this account's webhooks. */
export const otherAccountListsNone: RuleDefinition<Breaches, OtherListSeen> = {
  id: 'TEAM-01',
  judge: ({ own, shown, theirs = [], shownToOurNewKey = [] }) => {
    const foreign = [
      ...shown.filter((uuid) => own.includes(uuid)),
      ...shownToOurNewKey.filter((uuid) => theirs.includes(uuid)),
    ];
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
export const otherAccountSeesAndChangesNothing: RuleDefinition<Breaches, TrespassSeen> = {
  id: 'TEAM-02',
  needs: ['otherAccountToken'],
  evidence: disclosedToAnotherAccount,
  judge: ({ operation: tried, attempts }) =>
    every(
      attempts
        .filter(isOtherAccount)
        .flatMap(({ operation = tried, status, effect, disclosed }) => [
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
    'a sender profile is shown': withAttempts(
      { disclosed: 'first_name' },
      'getSenderProfile',
      isOtherAccount,
    ),
    'a sender profile is updated': withAttempts({ effect: true }, 'updateSenderProfile', isOtherAccount),
    'a refused update shows the sender profile': withAttempts(
      { disclosed: 'label' },
      'updateSenderProfile',
      isOtherAccount,
    ),
    'a webhook is deleted': withAttempts({ effect: true }, 'deleteWebhook', isOtherAccount),
    'a sender profile is deleted': withAttempts({ effect: true }, 'deleteSenderProfile', isOtherAccount),
    'a sender profile is shown where its uuid is written in another way': withAttempts(
      { disclosed: 'first_name' },
      'getSenderProfile',
      respellsUuid,
    ),
    'a webhook is deleted where its uuid is written in another way': withAttempts(
      { effect: true },
      'deleteWebhook',
      respellsUuid,
    ),
    'a key just made is shown a sender profile': withAttempts(
      { disclosed: 'first_name' },
      'getSenderProfile',
      isNewKey,
    ),
    'a key just made updates a sender profile': withAttempts(
      { effect: true },
      'updateSenderProfile',
      isNewKey,
    ),
    'a key just made deletes a webhook': withAttempts({ effect: true }, 'deleteWebhook', isNewKey),
    'a key just made deletes a sender profile': withAttempts(
      { effect: true },
      'deleteSenderProfile',
      isNewKey,
    ),
  },
};

function shownOn(
  operation: OperationId,
  status: number,
  judgement: Judgement<Breaches>,
): Judgement<Breaches> {
  return shownBy(judgement, { operations: [operation], statuses: [status] });
}

function isOtherAccount({ kind }: Attempt): boolean {
  return kind === 'other account';
}

function respellsUuid({ intruder, kind }: Attempt): boolean {
  return kind === 'other account' && intruderNamed(intruder).spelled !== undefined;
}

function isNewKey({ intruder }: Attempt): boolean {
  return intruder === newKeyOfAnother.name;
}
