/** Records as the API has them, for the servers of the tests. */
import type { ApiKey, SenderProfile, Webhook, WebhookList } from '@outreach-api/types';

/** The credential that no message, log or inspection may show. */
export const canary = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJjYW5hcnkifQ.CANARY-c4n4ry';

/** A newly created key. */
export const apiKey: ApiKey = {
  jti: 'b2f4',
  user_id: 7,
  team_id: null,
  name: 'CI',
  last_token: 'eyJ.last.CANARY-l4st',
  created_at: '2026-11-21T12:00:00Z',
};

/** A sender profile. */
export const profile: SenderProfile = {
  uuid: '9c5b94b1-35ad-49bb-b118-8e8fc24abf80',
  team_id: 3,
  linkedin_server_id: null,
  linkedin_browser_uuid: null,
  linkedin_account_uuid: null,
  mailbox_uuid: null,
  assignee_user_id: null,
  first_name: 'Ada',
  last_name: 'Lovelace',
  label: null,
  status: 'enabled',
  user_id: 7,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
};

/** The webhook with a number. */
export function webhook(number: number): Webhook {
  return {
    uuid: `3b241101-e2bb-4255-8caf-${String(number).padStart(12, '0')}`,
    event: 'sender_profile_sent_email',
    request_method: 'POST',
    target_url: `https://example.com/hook/${number}`,
  };
}

/** A page of some webhooks, as a conforming server gives it. */
export function pageOf(webhooks: readonly Webhook[], limit: number, offset: number): WebhookList {
  const data = webhooks.slice(offset, offset + limit);
  return { data, limit, offset, total: webhooks.length, has_more: offset + data.length < webhooks.length };
}
