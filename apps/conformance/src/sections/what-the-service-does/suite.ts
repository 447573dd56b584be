/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as accounts from './accounts.rules.ts';
import { lateProfileDeletion, lateWebhookDeletion } from '../authentication/late-deletions.ts';
import { otherAccountsFilters } from '../authentication/other-accounts-filters.ts';
import { otherAccountsList } from '../authentication/other-accounts-list.ts';
import {
  trespassOnProfileDeletion,
  trespassOnWebhookDeletion,
} from '../authentication/trespass-on-deletions.ts';
import { trespassOnProfileRead } from '../authentication/trespass-on-reads.ts';
import { trespassOnUpdate } from '../authentication/trespass-on-update.ts';
import { trespassesWithANewKey } from '../authentication/trespass-with-a-new-key.ts';
import { otherAccountsNewKey } from './other-accounts-new-key.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(accounts.otherAccountListsNone, {
    from: [otherAccountsList, otherAccountsFilters, otherAccountsNewKey],
  }),
  defineRule(accounts.otherAccountSeesAndChangesNothing, {
    from: [
      trespassOnProfileRead,
      trespassOnUpdate,
      trespassOnWebhookDeletion,
      trespassOnProfileDeletion,
      lateWebhookDeletion,
      lateProfileDeletion,
      ...trespassesWithANewKey,
    ],
  }),
];
