/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as apiKey from './api-key.rules.ts';
import * as createAnApiKey from './create-an-api-key.rules.ts';
import * as createdKey from './created-key.rules.ts';
import { createdKeyUse } from './created-key-use.ts';
import { keyCreations } from './key-creations.ts';
import { keyWithoutName } from './key-without-name.ts';
import { lateKeyCreations, usesOfAnEmptyName } from './late-key-creations.ts';
import { lateKeyUse, tokenSightings } from './late-key-use.ts';

const creations = { from: [keyCreations, lateKeyCreations] };

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(apiKey.lastTokenIsAJwt, creations),
  defineRule(apiKey.jtiClaimIsTheRecordsJti, creations),
  defineRule(apiKey.keyExpiresAfterThreeYears, creations),
  defineRule(apiKey.lastTokenIsShownOnce, { from: [tokenSightings] }),
  defineRule(createAnApiKey.creatingReturnsTheKey, creations),
  defineRule(createAnApiKey.nameIsTheNameGiven, creations),
  defineRule(createAnApiKey.nameIsRequired, { from: [keyWithoutName] }),
  defineRule(createAnApiKey.noTwoKeysAreOne, creations),
  defineRule(createAnApiKey.keysOfOneCallerAreOfOneTeam, creations),
  defineRule(apiKey.createdAtIsTheTimeOfCreation, creations),
  defineRule(createdKey.createdKeyIsAccepted, { from: [createdKeyUse, usesOfAnEmptyName, lateKeyUse] }),
];
