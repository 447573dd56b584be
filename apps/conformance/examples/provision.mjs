/**
 * A provision module for the sandbox: creates disposable records through its control routes. For your own target, write
 * the same functions with whatever you have: an internal endpoint, a script, a database.
 *
 * The suite specifies the documented fields. Others are up to you: if some are null and some are not, filters for null
 * (FILT-06, FILT-07) can be judged too; the description has no nullable field of a webhook.
 *
 * @type {import('@outreach-api/conformance').Provision}
 */
export default async function provision({ baseUrl, token }) {
  const make = async (/** @type {string} */ path, /** @type {object} */ record) => {
    const response = await fetch(`${baseUrl}/_sandbox/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    if (!response.ok) throw new Error(`/_sandbox/${path} was answered ${response.status}`);
    const made = await response.json();
    if (typeof made !== 'object' || made === null || !('uuid' in made))
      throw new Error(`/_sandbox/${path} gave no uuid`);
    return String(made.uuid);
  };
  let webhooks = 0;
  return {
    createWebhook: async (webhook) => {
      webhooks += 1;
      return make('webhooks', { ...webhook, name: webhooks % 3 === 0 ? `Conformance ${webhooks}` : null });
    },
    createSenderProfile: async (profile) => make('sender-profiles', profile),
  };
}
