/** The rule on what a newly created key may do (Authentication). */
import type { ApiKeyBreaches as Breaches } from '../../rules/breaches/create-an-api-key.ts';
import { every, judging } from '../../rules/judgement.ts';
import { isWrite, type OperationId } from '@outreach-api/model/records/operation';
import type { RuleDefinition } from '../../rules/rule.ts';
import { isAccepted, type KeyUse, type KeyUsesSeen } from './keys-seen.ts';

const { holds, shownBy } = judging<Breaches>();

/** AUTH-05: a newly created key is accepted as the bearer credential on every operation, and not just for a moment. */
export const createdKeyIsAccepted: RuleDefinition<Breaches, KeyUsesSeen> = {
  id: 'AUTH-05',
  judge: ({ uses }) =>
    every(
      uses.map((use) => {
        const { operation, key, status } = use;
        return shownBy(holds(isAccepted(use), 'created-key-refused', { operation, key, status }), {
          operations: [operation],
          statuses: [status],
        });
      }),
    ),
  breaches: {
    'it is refused everywhere': refusedOn(() => true),
    'the webhooks service alone takes it': refusedOn(({ operation }) => !ofWebhooks.has(operation)),
    'the service that made it alone takes it': refusedOn(({ operation }) => operation !== 'createApiKey'),
    'no key can be made with it': refusedOn(({ operation }) => operation === 'createApiKey'),
    'it may only read': refusedOn(({ operation }) => isWrite(operation)),
    'another key than the first is refused': refusedOn(({ which }) => which !== 'first'),
    'it works once': refusedOn((_, index) => index > 0),
    'one of an empty name is refused': ({ uses, emptyNameWasTried = false }) => {
      const refused = { operation: 'listWebhooks', which: 'of an empty name', key: '', status: 401 } as const;
      return emptyNameWasTried ? { uses: [...uses, refused] } : undefined;
    },
  },
  breachesWith: [
    {
      need: 'otherAccountToken',
      breaches: {
        'a key that another account makes ends it': refusedOn(
          ({ which }) => which === 'after another account made one',
        ),
      },
    },
  ],
};

const ofWebhooks = new Set<OperationId>(['listWebhooks', 'testWebhook', 'deleteWebhook']);

function refusedOn(where: (use: KeyUse, index: number) => boolean) {
  return ({ uses }: KeyUsesSeen): KeyUsesSeen | undefined =>
    uses.some(where)
      ? { uses: uses.map((use, index) => (where(use, index) ? { ...use, status: 401 } : use)) }
      : undefined;
}
