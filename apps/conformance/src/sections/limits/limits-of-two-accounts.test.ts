/** The RATE rules on services that limit each account strictly by itself, the other one far lower. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

type Gate = (now: number) => boolean;

const windowMs = 2000;
const requests = 30;

/** Accepts a fixed number of requests per window, the first of which starts with the first request. */
function fixed(most: number): Gate {
  let [begin, count] = [0, 0];
  return (now) => {
    if (now - begin >= windowMs) [begin, count] = [now, 0];
    count += 1;
    return count <= most;
  };
}

/** A bucket that refills evenly. */
function bucket(most: number, perMs = windowMs): Gate {
  let [last, tokens] = [performance.now(), most];
  return (now) => {
    tokens = Math.min(most, tokens + ((now - last) * most) / perMs);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The verdict of RATE-02 on a sandbox behind separate gates that limit each account. */
async function verdictOfTwo(gates: () => { readonly own: Gate; readonly other: Gate }): Promise<string> {
  let made: ReturnType<typeof gates> | undefined;
  const { results } = await judgeSandbox({
    rules: [ruleNamed('RATE-02')],
    allow: { flood: 1500, deliveries: 0 },
    gateway: async (request, pass, { accounts: [, second] }) => {
      made ??= gates();
      const isOther = request.headers.get('authorization') === `Bearer ${second.token}`;
      const letsIn = isOther ? made.other : made.own;
      return letsIn(performance.now()) ? pass(request) : new Response(null, { status: 429 });
    },
  });
  return results.map(({ verdict }) => verdict).join();
}

describe.concurrent('an account that meets a limit of its own', () => {
  it.each([6, 7, 8, 9])(
    'is not taken for one limited by another, with %i requests a window',
    async (most) => {
      expect(await verdictOfTwo(() => ({ own: fixed(requests), other: fixed(most) }))).not.toBe('fail');
    },
  );

  it.each([6, 7])('nor with a bucket of %i requests', async (most) => {
    expect(await verdictOfTwo(() => ({ own: bucket(requests), other: bucket(most) }))).not.toBe('fail');
  });

  it.each([
    ['window', () => fixed(requests)],
    ['bucket', () => bucket(requests, 3 * windowMs)],
  ])('is distinguished from one that shares a %s', async (_name, gate) => {
    const gates = (): { own: Gate; other: Gate } => {
      const shared = gate();
      return { own: shared, other: shared };
    };
    expect(await verdictOfTwo(gates)).toBe('fail');
  });
});
