/** All broken twins, by the section of the description that they break. */
import { accountsApartTwins } from './accounts-apart.ts';
import { apiKeyTwins } from './api-key.ts';
import { authenticationOfKeysTwins } from './authentication-of-keys.ts';
import { authenticationTwins } from './authentication.ts';
import { calledAddressesTwins } from './called-addresses.ts';
import { callsToATargetTwins } from './calls-to-a-target.ts';
import { createAnApiKeyTwins } from './create-an-api-key.ts';
import { deletedAndShownTwins } from './deleted-and-shown.ts';
import { deleteASenderProfileTwins } from './delete-a-sender-profile.ts';
import { deleteAWebhookTwins } from './delete-a-webhook.ts';
import { droppedTwins } from './dropped.ts';
import { endpointsTwins } from './endpoints.ts';
import { entityTagsTwins } from './entity-tags.ts';
import { heededHeadersTwins } from './heeded-headers.ts';
import { filteredInPartTwins } from './filtered-in-part.ts';
import { filteredPagesTwins } from './filtered-pages.ts';
import { filteringTwins } from './filtering.ts';
import { getASenderProfileTwins } from './get-a-sender-profile.ts';
import { inPassingTwins } from './in-passing.ts';
import { keysInPassingTwins } from './keys-in-passing.ts';
import { limitedChangesTwins } from './limited-changes.ts';
import { limitsTwins } from './limits.ts';
import { listWebhooksTwins } from './list-webhooks.ts';
import { paginationTwins } from './pagination.ts';
import { refusedProfilesTwins } from './refused-profiles.ts';
import { reportedTextsTwins } from './reported-texts.ts';
import { reportedFiltersTwins } from './reported-filters.ts';
import { reportedAddressesTwins } from './reported-addresses.ts';
import { reportedLettersTwins } from './reported-letters.ts';
import { reportedListsTwins } from './reported-lists.ts';
import { reportedCallsTwins } from './reported-calls.ts';
import { reportedChangesTwins } from './reported-changes.ts';
import { reportedCachesTwins } from './reported-caches.ts';
import { reportedKeysTwins } from './reported-keys.ts';
import { reportedMeetingsTwins } from './reported-meetings.ts';
import { reportedAnswersTwins } from './reported-answers.ts';
import { reportedIntrudersTwins } from './reported-intruders.ts';
import { reportedConditionsTwins } from './reported-conditions.ts';
import { reportedNamesTwins } from './reported-names.ts';
import { reportedOperandsTwins } from './reported-operands.ts';
import { reportedRecordsTwins } from './reported-records.ts';
import { reportedTargetsTwins } from './reported-targets.ts';
import { reportedCallersTwins } from './reported-callers.ts';
import { reportedCredentialsTwins } from './reported-credentials.ts';
import { reportedValuesTwins } from './reported-values.ts';
import { reportedWindowsTwins } from './reported-windows.ts';
import { reportedDeliveriesTwins } from './reported-deliveries.ts';
import { reportedDeletionsTwins } from './reported-deletions.ts';
import { reportedWritesTwins } from './reported-writes.ts';
import { reportedSpellingsTwins } from './reported-spellings.ts';
import { reportedCopiesTwins } from './reported-copies.ts';
import { senderProfileTwins } from './sender-profile.ts';
import { storedTestsTwins } from './stored-tests.ts';
import { testAWebhookTwins } from './test-a-webhook.ts';
import type { TwinDefinition } from './twin.ts';
import { updateASenderProfileTwins } from './update-a-sender-profile.ts';
import { updatedTextsTwins } from './updated-texts.ts';
import { webhookListEnvelopeTwins } from './webhook-list-envelope.ts';
import { whatTheServiceDoesTwins } from './what-the-service-does.ts';

const definitions = {
  ...authenticationTwins,
  ...authenticationOfKeysTwins,
  ...whatTheServiceDoesTwins,
  ...accountsApartTwins,
  ...endpointsTwins,
  ...heededHeadersTwins,
  ...droppedTwins,
  ...paginationTwins,
  ...webhookListEnvelopeTwins,
  ...filteringTwins,
  ...filteredInPartTwins,
  ...filteredPagesTwins,
  ...apiKeyTwins,
  ...createAnApiKeyTwins,
  ...listWebhooksTwins,
  ...testAWebhookTwins,
  ...storedTestsTwins,
  ...callsToATargetTwins,
  ...calledAddressesTwins,
  ...deleteAWebhookTwins,
  ...deletedAndShownTwins,
  ...getASenderProfileTwins,
  ...updateASenderProfileTwins,
  ...updatedTextsTwins,
  ...senderProfileTwins,
  ...deleteASenderProfileTwins,
  ...limitsTwins,
  ...limitedChangesTwins,
  ...inPassingTwins,
  ...refusedProfilesTwins,
  ...keysInPassingTwins,
  ...reportedCallsTwins,
  ...reportedChangesTwins,
  ...reportedKeysTwins,
  ...reportedTextsTwins,
  ...reportedFiltersTwins,
  ...reportedListsTwins,
  ...reportedCachesTwins,
  ...reportedMeetingsTwins,
  ...entityTagsTwins,
  ...reportedAnswersTwins,
  ...reportedConditionsTwins,
  ...reportedIntrudersTwins,
  ...reportedNamesTwins,
  ...reportedOperandsTwins,
  ...reportedRecordsTwins,
  ...reportedTargetsTwins,
  ...reportedWindowsTwins,
  ...reportedValuesTwins,
  ...reportedCredentialsTwins,
  ...reportedCallersTwins,
  ...reportedDeliveriesTwins,
  ...reportedDeletionsTwins,
  ...reportedWritesTwins,
  ...reportedSpellingsTwins,
  ...reportedCopiesTwins,
  ...reportedLettersTwins,
  ...reportedAddressesTwins,
};

/** The name of a twin: its defect in kebab-case. */
export type TwinName = keyof typeof definitions;

/** A twin with everything that its definition may omit. */
export interface Twin extends Required<Omit<TwinDefinition, 'report'>> {
  readonly name: TwinName;
  /** The public bug report that it is taken from; null if it is made up. */
  readonly report: string | null;
}

/** Every twin. */
export const twins: readonly Twin[] = Object.keys(definitions)
  .filter((name) => isTwinName(name))
  .map((name) => twinOf(name));

function twinOf(name: TwinName): Twin {
  const { breaks, also = [], report, needs = [], under = {}, twist }: TwinDefinition = definitions[name];
  return { name, breaks, also, report: report ?? null, needs, under, twist };
}

/** Whether there is a twin with this name. */
export function isTwinName(name: string): name is TwinName {
  return Object.hasOwn(definitions, name);
}

/** A name that no twin has. */
export class UnknownTwinError extends Error {
  override readonly name = 'UnknownTwinError';
}

/**
 * The twin with this name.
 *
 * @throws {UnknownTwinError} if there is none
 */
export function findTwin(name: string): Twin {
  const twin = twins.find((one) => one.name === name);
  if (twin === undefined) throw new UnknownTwinError(`there is no twin "${name}"; --list-twins lists them`);
  return twin;
}
