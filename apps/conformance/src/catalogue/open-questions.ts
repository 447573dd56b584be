/** All open questions, in the order of the statements. */
import { keyObservations } from '../sections/create-an-api-key/open-questions.ts';
import { filteringObservations } from '../sections/filtering/open-questions.ts';
import { limitsObservations } from '../sections/limits/open-questions.ts';
import type { OpenQuestion } from '../observations/observation.ts';
import { paginationObservations } from '../sections/pagination/open-questions.ts';
import { profileObservations } from '../sections/sender-profile/open-questions.ts';
import { updateObservations } from '../sections/update-a-sender-profile/open-questions.ts';
import { spellingObservations } from '../sections/endpoints/open-questions.ts';
import { webhookObservations } from '../sections/list-webhooks/open-questions.ts';

/** All open questions, in the order of the statements. */
export const openQuestions: readonly OpenQuestion[] = [
  ...paginationObservations,
  ...filteringObservations,
  ...keyObservations,
  ...webhookObservations,
  ...updateObservations,
  ...profileObservations,
  ...spellingObservations,
  ...limitsObservations,
];
