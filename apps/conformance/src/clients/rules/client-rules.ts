/** The rules on clients. */
import { bearerOnEveryRequest } from './bearer-on-every-request.ts';
import type { ClientRule } from './client-rule.ts';
import { completeWalk } from './complete-walk.ts';
import { exponentialBackoff } from './exponential-backoff.ts';
import { filterForms } from './filter-forms.ts';
import { fullConfiguration } from './full-configuration.ts';
import { jsonBodies } from './json-bodies.ts';
import { newKeyHandedOver } from './new-key-handed-over.ts';
import { sameRequestAgain } from './same-request-again.ts';

/** The rules on clients, in the order of their ids. */
export const clientRules: readonly ClientRule[] = [
  bearerOnEveryRequest,
  jsonBodies,
  exponentialBackoff,
  fullConfiguration,
  completeWalk,
  filterForms,
  sameRequestAgain,
  newKeyHandedOver,
];
