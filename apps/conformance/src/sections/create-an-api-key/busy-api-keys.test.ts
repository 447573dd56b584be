/** The rules on creating an API key, against a service that creates one key at a time and one that fails once. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { oneAtATime } from '../../../test/services/one-at-a-time.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('KEY-01', 'KEY-02', 'KEY-03', 'KEY-07', 'KEY-10', 'KEY-09');

function isCreation({ url }: Request): boolean {
  return url.endsWith('/create-api-key');
}

function busy(status: number): Gateway {
  return oneAtATime(isCreation, { status, takesMs: 10 }).gateway;
}

function failsAt(nth: number, status: number): Gateway {
  let count = 0;
  return async (request, pass) => {
    if (isCreation(request)) count += 1;
    return isCreation(request) && count === nth
      ? Response.json({ message: 'upstream is starting' }, { status })
      : pass(request);
  };
}

async function verdictOf(gateway: Gateway, createApiKeys: number): Promise<string | undefined> {
  const { results } = await judgeSandbox({ rules, gateway, allow: { createApiKeys } });
  return results.find(({ rule }) => rule.id === 'KEY-01')?.verdict;
}

describe.concurrent('KEY-01', () => {
  it.each([409, 423, 503])('does not fail where a key beside another is refused with %i', async (status) => {
    expect(await verdictOf(busy(status), 3)).not.toBe('fail');
    expect(await verdictOf(busy(status), 20)).not.toBe('fail');
  });

  it('fails where a key beside another makes the server fail', async () => {
    expect(await verdictOf(busy(500), 20)).toBe('fail');
  });

  it.each([1, 2, 3, 4])(
    'does not fail where creation %i fails once, of three that may be made',
    async (nth) => {
      expect(await verdictOf(failsAt(nth, 502), 3)).not.toBe('fail');
      expect(await verdictOf(failsAt(nth, 502), 20)).not.toBe('fail');
    },
  );
});
