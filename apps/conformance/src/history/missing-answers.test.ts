/** Shows that a missing answer, each time, breaks a statement that demands one, and that an accident does not. */
import { expect, test } from 'vitest';
import { judgeUuidAlone } from '../../test/judge-uuid-alone.ts';

interface Cutting {
  /** Whether the connection is closed for the nth request of its method, counted from 1. */
  readonly cuts: (request: { readonly method: string; readonly count: number }) => boolean;
  readonly costly?: boolean;
  readonly demands?: boolean;
  /** What comes instead, if anything does: a body that is not encoded as its header says. */
  readonly garbles?: true;
}

/** The verdict of a rule on tests with only a uuid. */
async function verdictWhere({ cuts, costly = false, demands = true, garbles }: Cutting): Promise<string> {
  const counts = new Map<string, number>();
  const { verdict, breach } = await judgeUuidAlone(
    (request, response) => {
      const { method = '' } = request;
      const count = (counts.get(method) ?? 0) + 1;
      counts.set(method, count);
      if (cuts({ method, count }) && garbles === true)
        request.resume().on('end', () => response.writeHead(422, { 'content-encoding': 'zstd' }).end('{}'));
      else if (cuts({ method, count })) request.socket.destroy();
      else request.resume().on('end', () => response.writeHead(method === 'POST' ? 422 : 200).end('{}'));
    },
    { patienceMs: 1000, costly, demandsAnswer: demands },
  );
  return `${verdict} ${breach?.times ?? 0} of ${breach?.tries ?? 0}`;
}

test.concurrent.each<[string, string, Cutting]>([
  ['each time', 'fail 4 of 4', { cuts: ({ method }) => method === 'POST' }],
  ['that can be decoded', 'fail 4 of 4', { cuts: ({ method }) => method === 'POST', garbles: true }],
  [
    'each time, on inputs that cost something',
    'fail 4 of 4',
    { cuts: ({ method }) => method === 'POST', costly: true },
  ],
  ['once', 'pass 0 of 0', { cuts: ({ method, count }) => method === 'POST' && count === 2 }],
  ['three times', 'pass 0 of 0', { cuts: ({ method, count }) => method === 'POST' && count < 4 }],
  [
    'but once',
    'pass 0 of 0',
    { cuts: ({ method, count }) => method === 'POST' && count !== 4, costly: true },
  ],
  [
    'each time, where no answer is demanded',
    'inconclusive 0 of 0',
    { cuts: ({ method }) => method === 'POST', demands: false },
  ],
  [
    'each time, and neither do the controls',
    'inconclusive 0 of 0',
    { cuts: ({ method, count }) => method === 'POST' || count > 1 },
  ],
])('a target that gives no answer %s: %s', async (_, verdict, cutting) => {
  expect(await verdictWhere(cutting)).toBe(verdict);
});
