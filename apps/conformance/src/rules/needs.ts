/** What rules and experiments may need from the target's owner. */

/** What experiments may need, in the order in which it is reported. */
export const allNeeds = [
  'otherAccountToken',
  'expiredToken',
  'senderProfile',
  'twoSenderProfiles',
  'createApiKeys',
  'deliveries',
  'updates',
  'deletes',
  'disposableWebhook',
  'disposableSenderProfile',
  'newWebhook',
  'newSenderProfile',
  'flood',
  'forgedCredentials',
] as const;

/** What an experiment may need from the target's owner: a permission, a credential or a record. */
export type Need = (typeof allNeeds)[number];
