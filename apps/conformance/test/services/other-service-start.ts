/** The initial data of the other service: its owner's business, not behaviour. */
import { addProfile, addWebhook, type OtherState } from './other-service-state.ts';

/**
 * Gives the first account as many webhooks as the behaviour says, and two sender profiles; the second account one
 * webhook.
 */
export function fillAccounts({ behaviour, accounts: [first, second] }: OtherState): void {
  for (let index = 0; index < behaviour.webhooks; index += 1) {
    addWebhook(first, {
      event: ['contact_replied', 'sender_profile_sent_email', 'contact_exported'][index % 3] ?? '',
      request_method: ['POST', 'PUT', 'POST', 'post-custom'][index % 4] ?? '',
      target_url: `https://Hooks.example.com/${index % 9}?n=${index % 2}`,
    });
  }
  addWebhook(second, { event: 'other', request_method: 'POST', target_url: 'https://other.example.com/' });
  for (const name of ['Ada', 'Grace']) addProfile(first, { first_name: name, last_name: 'X', label: null });
}
