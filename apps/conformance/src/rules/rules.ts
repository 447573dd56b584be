/** All rules of the suite. */
import type { Rule } from '../engine/rule.ts';
import * as accounts from './accounts.ts';
import * as authentication from './authentication.ts';
import * as endpoints from './endpoints.ts';
import * as filtering from './filtering.ts';
import * as pagination from './pagination.ts';

const sections = [authentication, accounts, endpoints, pagination, filtering];

/** All rules of the suite, in the order of the statements. */
export const rules: readonly Rule[] = sections.flatMap((section) => Object.values(section));
