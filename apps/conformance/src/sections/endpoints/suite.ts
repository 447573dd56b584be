/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as endpoints from './endpoints.rules.ts';
import { creationBodies, laterBodies, listBodies, profileBodies, updateBodies } from './described-bodies.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(endpoints.describedBodiesAreJson, {
    from: [listBodies, profileBodies, updateBodies, creationBodies],
    alsoFrom: [laterBodies],
  }),
];
