/** Words for breaches of the section Limits, and of Errors. */
import type { LimitsBreaches } from '../rules/breaches/limits.ts';
import { counted } from '@outreach-api/report/plural';
import { requestWords } from './request-words.ts';
import { show, type Words } from './sides.ts';

type Refusals = LimitsBreaches['limited-not-with-429']['refusals'];

export const limitsWords: Words<LimitsBreaches> = {
  'limited-not-with-429': ({ operation, refusals }) => ({
    expected: `${requestWords(operation)} is answered with 429 past the limit`,
    actual: refusedWith(refusals),
  }),
  'created-key-limited-not-with-429': ({ operation, refusals }) => ({
    expected: `${requestWords(operation)} with a created key is answered with 429 past the limit`,
    actual: refusedWith(refusals),
  }),
  'created-key-not-limited': ({ requests }) => ({
    expected: 'a created key of the same account is limited with the main key',
    actual: `all of ${counted(requests, 'request')} with it were accepted while the main key was refused`,
  }),
  'other-account-limited': ({ requests }) => ({
    expected: "a key of another account is not limited by this account's requests",
    actual: `all of ${counted(requests, 'request')} with it were refused while this account was limited`,
  }),
  'limit-never-lifts': ({ operation, status, seconds }) => ({
    expected: `${requestWords(operation)} is answered again after backing off`,
    actual: `still answered with ${show(status)} after ${counted(seconds, 'second')} of exponential backoff`,
  }),
  'limited-request-took-effect': ({ operation }) => ({
    expected: `${requestWords(operation)} has no effect if it is answered with 429`,
    actual: 'answered with 429, but carried out anyway: that was seen when the limit had lifted',
  }),
};

function refusedWith(refusals: Refusals): string {
  const each = refusals.map(
    ({ status, times }) => `${status ?? 'no answer'} (${times === 1 ? 'once' : `${times} times`})`,
  );
  return `refused with ${each.join(' and ')}`;
}
