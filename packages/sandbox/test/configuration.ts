/** The configuration of a webhook as tests and the owner's module send it. */
export function configuration(
  url: string,
  method = 'POST',
): Record<'event' | 'request_method' | 'target_url', string> {
  return { event: 'sender_profile_sent_email', request_method: method, target_url: url };
}
