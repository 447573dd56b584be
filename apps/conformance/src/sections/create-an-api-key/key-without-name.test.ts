/** The rule on a key's name, against services that keep processing after a refusal. */
import { expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

/** Refuses a creation without a name, and appends these texts to the answer. */
function refusing(furtherText: (request: Request, pass: Parameters<Gateway>[1]) => Promise<string>): Gateway {
  return async (request, pass) => {
    if (!request.url.endsWith('/create-api-key') || (await request.clone().text()).includes('"name"'))
      return pass(request);
    return new Response(`{"error":"name is required"}${await furtherText(request, pass)}`, { status: 400 });
  };
}

async function verdictOn(gateway: Gateway): Promise<string | undefined> {
  const { results } = await judgeSandbox({ rules: [ruleNamed('KEY-03')], gateway });
  return results[0]?.verdict;
}

test.concurrent('KEY-03 fails where a key is made after the refusal', async () => {
  const making = refusing(async ({ url, headers }, pass) => {
    const body = JSON.stringify({ name: 'Nameless' });
    return (await pass(new Request(url, { method: 'POST', headers, body }))).text();
  });
  expect(await verdictOn(making)).toBe('fail');
});

test.concurrent('KEY-03 passes where the refusal shows a text that is no key', async () => {
  expect(await verdictOn(refusing(async () => '{"last_token":"no-key-at-all"}'))).toBe('pass');
});
