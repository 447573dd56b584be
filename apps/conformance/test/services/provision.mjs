/**
 * Creates disposable records on a service through the two internal routes that each has for its owner.
 *
 * @type {import('@outreach-api/conformance').Provision}
 */
export default async function provision({ baseUrl, token }) {
  const make = async (/** @type {string} */ kind, /** @type {object} */ record) => {
    const response = await fetch(`${baseUrl}/internal/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    if (!response.ok) throw new Error(`/internal/${kind} was answered ${response.status}`);
    const made = await response.json();
    if (typeof made !== 'object' || made === null || !('uuid' in made))
      throw new Error(`/internal/${kind} gave no uuid`);
    return String(made.uuid);
  };
  let webhooks = 0;
  return {
    createWebhook: async (webhook) => {
      webhooks += 1;
      return make('webhooks', { ...webhook, name: webhooks % 3 === 0 ? `Made ${webhooks}` : null });
    },
    createSenderProfile: async (profile) => make('sender-profiles', profile),
  };
}
