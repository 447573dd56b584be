/** The rule on what a newly created key may do (Authentication). */
import { every, holds, shownBy } from '../../records/judgement.ts';
import type { RuleDefinition } from '../../records/rule.ts';
import { asListUse, type KeyUse, type KeyUsesSeen } from './key-uses.ts';

/** AUTH-05: a newly created key is accepted as the bearer credential on every operation, and not just for a moment. */
export const createdKeyIsAccepted: RuleDefinition<KeyUsesSeen> = {
  id: 'AUTH-05',
  judge: ({ uses }) =>
    every(
      uses.map(({ operation, key, accepted, status }) =>
        shownBy(holds(accepted, 'created-key-refused', { operation, key, status }), {
          operations: [operation],
          statuses: [status],
        }),
      ),
    ),
  breaches: {
    'it is refused everywhere': (seen) => refusedOn(seen, () => true),
    'the webhooks service alone takes it': (seen) =>
      refusedOn(seen, ({ service }) => service !== 'integrations'),
    'the service that made it alone takes it': (seen) => refusedOn(seen, ({ service }) => service !== 'id'),
    'no key can be made with it': (seen) => refusedOn(seen, ({ operation }) => operation === 'createApiKey'),
    'it may only read': (seen) => refusedOn(seen, ({ reads }) => !reads),
    'another key than the first is refused': (seen) => refusedOn(seen, ({ isAnother }) => isAnother),
    'it works once': (seen) => refusedOn(seen, (use, index) => index > 0),
    'one of an empty name is refused': (seen) =>
      seen.emptyNameWasTried === true
        ? { ...seen, uses: [...seen.uses, asListUse(401, 'a key made under an empty name')] }
        : undefined,
  },
  breachesWith: [
    {
      need: 'otherAccountToken',
      breaches: {
        'a key that another account makes ends it': (seen) =>
          refusedOn(seen, ({ isAfterAnother }) => isAfterAnother === true),
      },
    },
  ],
};

function refusedOn(
  seen: KeyUsesSeen,
  where: (use: KeyUse, index: number) => boolean,
): KeyUsesSeen | undefined {
  if (!seen.uses.some(where)) return undefined;
  return {
    uses: seen.uses.map((use, index) => (where(use, index) ? { ...use, accepted: false, status: 401 } : use)),
  };
}
