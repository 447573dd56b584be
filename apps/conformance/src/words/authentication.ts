/** Words for breaches of the section Authentication. */
import type { AuthenticationBreaches } from '../rules/breaches/authentication.ts';
import { requestWords } from './request-words.ts';
import type { Words } from './sides.ts';

export const authenticationWords: Words<AuthenticationBreaches> = {
  'intruder-accepted': ({ operation, intruder, status }) => ({
    expected: `${requestWords(operation)} with ${intruder} is refused`,
    actual: `answered with ${status}`,
  }),
  'refused-request-took-effect': ({ operation, intruder, status }) => ({
    expected: `${requestWords(operation)} with ${intruder} has no effect`,
    actual: `answered with ${status}, but carried out anyway`,
  }),
};
