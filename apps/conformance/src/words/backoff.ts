/** Words for breaches of backoff by clients. */
import type { BackoffBreaches, DeclarationFault } from '../rules/breaches/backoff.ts';
import { durationInWords } from '@outreach-api/model/backoff/duration-in-words';
import { counted } from '@outreach-api/report/plural';
import type { Words } from './sides.ts';

export const backoffWords: Words<BackoffBreaches> = {
  'declaration-not-exponential': ({ fault }) => ({
    expected: 'a policy whose waits grow exponentially until its cap',
    actual: declarationWords(fault),
  }),
  'more-attempts-than-declared': ({ request, declared, attempts }) => ({
    expected: `at most ${counted(declared, 'attempt')} at ${request}, as it declares`,
    actual: counted(attempts, 'attempt'),
  }),
  'retry-before-declared': ({ request, retry, shortestMs, envelopeMs, ms }) => ({
    expected: `retry ${retry} of ${request} not before ${durationInWords(shortestMs)}, the least that it declares (envelope ${durationInWords(envelopeMs)})`,
    actual: `it came after ${durationInWords(ms)}`,
  }),
  'retry-before-retry-after': ({ request, statedMs, ms }) => ({
    expected: `no retry of ${request} before ${durationInWords(statedMs)}, as \`Retry-After\` said and it declares to wait`,
    actual: `it came after ${durationInWords(ms)}`,
  }),
  'waits-spread-too-little': ({ envelopeMs, retry, waits, longestMs, oneIn }) => ({
    expected: `waits that spread evenly up to an envelope that grows as declared, ${durationInWords(envelopeMs)} before retry ${retry}`,
    actual: `of ${counted(waits, 'wait')} none was longer than ${durationInWords(longestMs)}; by chance that happens less than once in ${oneIn} times`,
  }),
  'waits-not-as-declared': ({ seen }) => ({
    expected: 'waits that grow as declared',
    actual: `they are ${seen}, and longer than declared`,
  }),
  'endless-retries': ({ request, attempts }) => ({
    expected: `a client that eventually gives up ${request}, or waits longer and longer`,
    actual: `it had made ${counted(attempts, 'attempt')} when it was stopped`,
  }),
  'immediate-retries': ({ immediate, retries, firstMs }) => ({
    expected: 'a wait before each retry, longer from retry to retry',
    actual: `${immediate} of ${counted(retries, 'retry', 'retries')} after the first were immediate, e.g. ${durationInWords(firstMs)} after the answer`,
  }),
  'even-waits': ({ waits, shortestMs, longestMs }) => ({
    expected: 'waits that are longer from retry to retry',
    actual: `${counted(waits, 'wait')} of ${durationInWords(shortestMs)} to ${durationInWords(longestMs)}, from the first retry to the last`,
  }),
  'retries-at-once-where-allowed': () => ({
    expected: 'waits that grow exponentially even if `Retry-After` is 0',
    actual:
      'with `Retry-After: 0` it retries sooner than its own waits, however often; the header allows that, exponential backoff does not, and the description does not say which of the two takes precedence; what would decide it: a client that never waits less than its own waits, even if `Retry-After` is shorter',
  }),
};

function declarationWords(fault: DeclarationFault): string {
  switch (fault.is) {
    case 'without a base':
      return `it declares a base of ${fault.base} ms: it never waits`;
    case 'capped at its base':
      return `it declares a cap of ${fault.cap} ms and a base of ${fault.base} ms: its waits never grow`;
    case 'capped at its floor':
      return `it declares a cap of ${fault.cap} ms and a floor of ${fault.floor} ms: its waits never grow`;
    case 'without growth':
      return `it declares a factor of ${fault.factor}: its waits never grow`;
    case 'without waits':
    default:
      return 'it declares jitter that reduces every wait to zero';
  }
}
