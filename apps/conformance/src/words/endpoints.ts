/** Words for breaches of the section Endpoints. */
import type { EndpointsBreaches } from '../rules/breaches/endpoints.ts';
import { requestWords } from './request-words.ts';
import { counted } from '@outreach-api/report/plural';
import type { Words } from './sides.ts';

export const endpointsWords: Words<EndpointsBreaches> = {
  'answer-is-no-json': ({ operation, fault, elsewhere }) => ({
    expected: `the answer to ${requestWords(operation)} is JSON`,
    actual:
      elsewhere == null
        ? `it is not: ${fault}`
        : `${counted(elsewhere.answers, 'answer is', 'answers are')} not, the first to \`${elsewhere.request}\`: ${fault}`,
  }),
};
