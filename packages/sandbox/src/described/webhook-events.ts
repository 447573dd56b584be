/** The event kinds that the sandbox knows: the one that the description names, and three in the same style. */
export const webhookEvents = [
  'sender_profile_sent_email',
  'contact_replied',
  'contact_enriched',
  'contact_exported',
] as const;
