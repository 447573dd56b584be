/**
 * A provision module for the sandbox: makes disposable records through its control routes. For a target of your own
 * write the same three functions against whatever way you have: an internal endpoint, a script, a database.
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
  return {
    createWebhook: async (webhook) => make('webhooks', webhook),
    createSenderProfile: async (profile) => make('sender-profiles', profile),
  };
}
