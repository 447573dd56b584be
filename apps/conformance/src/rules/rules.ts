import type { Rule } from '../engine/rule.ts';
import * as pagination from './pagination.ts';

/** All rules of the suite, in the order of the statements. */
export const rules: readonly Rule[] = [...Object.values(pagination)];
