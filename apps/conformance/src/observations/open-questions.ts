/** All questions that are open, in the order of the statements. */
import { keyObservations } from './create-an-api-key.ts';
import { filteringObservations } from './filtering.ts';
import { limitsObservations } from './limits.ts';
import type { OpenQuestion } from './observation.ts';
import { paginationObservations } from './pagination.ts';
import { profileObservations } from './sender-profiles.ts';
import { updateObservations } from './sender-profile-updates.ts';
import { spellingObservations } from './spellings.ts';
import { webhookObservations } from './webhooks.ts';

/** All questions that are open, in the order of the statements. */
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
