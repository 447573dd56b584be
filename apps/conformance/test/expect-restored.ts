/** Checks the data of a sandbox after a killed run was restored: for the suite's own tests. */
import type { RecordedRequest, Snapshot } from '@outreach-api/sandbox';
import { expect } from 'vitest';

/** The data are as before, except for what `restore` has listed. */
export function expectRestored(before: Snapshot, after: Snapshot, listed: string): void {
  const profilesNow = new Map(after.senderProfiles.map((profile) => [profile.uuid, written(profile)]));
  for (const profile of before.senderProfiles) {
    if (profilesNow.has(profile.uuid)) expect(profilesNow.get(profile.uuid)).toEqual(written(profile));
    else expect(listed).toContain(`sender profile ${profile.uuid} was deleted`);
  }
  const profilesBefore = new Set(before.senderProfiles.map(({ uuid }) => uuid));
  for (const { uuid, label } of after.senderProfiles)
    if (!profilesBefore.has(uuid)) expect(listed).toContain(`with the label ${JSON.stringify(label)} may`);
  const webhooksNow = new Map(after.webhooks.map((webhook) => [webhook.uuid, webhook]));
  for (const webhook of before.webhooks) {
    if (webhooksNow.has(webhook.uuid)) expect(webhooksNow.get(webhook.uuid)).toEqual(webhook);
    else expect(listed).toContain(`webhook ${webhook.uuid} was deleted`);
  }
  const webhooksBefore = new Set(before.webhooks.map(({ uuid }) => uuid));
  expect(after.webhooks.filter(({ uuid }) => !webhooksBefore.has(uuid))).toEqual([]);
  const keysBefore = new Set(before.apiKeys.map(({ jti }) => jti));
  const unnamed = after.apiKeys.filter(({ jti }) => !keysBefore.has(jti) && !listed.includes(jti));
  // A creation in progress: the name may have been stored in another form.
  const asked = listed.match(/an API key with the name .* may have been created/g) ?? [];
  expect(unnamed.length).toBeLessThanOrEqual(asked.length);
}

/** The writable fields of a sender profile. */
export function written({ firstName, lastName, label, schedule }: Snapshot['senderProfiles'][number]) {
  return { firstName, lastName, label, schedule };
}

/** Whether at least this many requests had this effect. */
export function effects(
  effect: RecordedRequest['effect'],
  count: number,
): (record: readonly RecordedRequest[]) => boolean {
  return (record) => record.filter((one) => one.effect === effect).length >= count;
}
