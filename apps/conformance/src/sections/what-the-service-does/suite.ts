/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as accounts from './accounts.rules.ts';
import { otherAccountsList } from '../authentication/other-accounts-list.ts';
import { trespassesOnRecords, trespassesWithNewKey } from '../authentication/trespasses.ts';
import { otherAccountsNewKey } from './other-accounts-new-key.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(accounts.otherAccountListsNone, {
    from: [otherAccountsList, otherAccountsNewKey],
  }),
  defineRule(accounts.otherAccountSeesAndChangesNothing, {
    from: [...trespassesOnRecords, ...trespassesWithNewKey],
  }),
];
