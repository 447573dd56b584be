/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as apiKey from './api-key.rules.ts';
import * as createAnApiKey from './create-an-api-key.rules.ts';
import * as createdAt from './created-at.rules.ts';
import * as createdKey from './created-key.rules.ts';
import { createdKeyUse } from './created-key-use.ts';
import { keyCreations } from './key-creations.ts';
import { keyForAnotherTeam } from './key-for-another-team.ts';
import { keyOfAnEmptyName } from './key-of-an-empty-name.ts';
import { keyWithoutName } from './key-without-name.ts';
import { lateKeyUse } from './late-key-use.ts';
import { tokenSightings } from './token-sightings.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(apiKey.lastTokenIsAJwt, { from: [keyCreations, keyOfAnEmptyName] }),
  defineRule(apiKey.jtiClaimIsTheRecordsJti, { from: [keyCreations] }),
  defineRule(apiKey.keyExpiresAfterThreeYears, { from: [keyCreations] }),
  defineRule(apiKey.lastTokenIsShownOnce, { from: [tokenSightings] }),
  defineRule(createAnApiKey.creatingReturnsTheKey, { from: [keyCreations, keyOfAnEmptyName] }),
  defineRule(createAnApiKey.nameIsTheNameGiven, { from: [keyCreations, keyOfAnEmptyName] }),
  defineRule(createAnApiKey.nameIsRequired, { from: [keyWithoutName] }),
  defineRule(createAnApiKey.noTwoKeysAreOne, { from: [keyCreations] }),
  defineRule(createAnApiKey.keysOfOneCallerAreOfOneTeam, { from: [keyCreations, keyForAnotherTeam] }),
  defineRule(createdAt.createdAtIsTheTimeOfCreation, { from: [keyCreations, keyForAnotherTeam] }),
  defineRule(createdKey.createdKeyIsAccepted, { from: [createdKeyUse, lateKeyUse] }),
];
