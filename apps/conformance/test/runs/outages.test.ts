/** Shows that a target that breaks in the middle of a run makes no job green, and fails no rule. */
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOfOutage, outageKinds, runBroken, type BrokenRun } from '../outage.ts';

/** A seeded choice of the requests that `test:outages` covers in steps of 25: early, and in the middle. */
const places: readonly number[] = [40, 310, 725];

describe.concurrent('a target that answers from request', () => {
  const cases = outageKinds.flatMap((kind, index) =>
    places.filter((_, at) => at === index % places.length).map((from) => [from, kind] as const),
  );
  it.each(cases)('%i on with %s ends the run with 2, and fails no rule', async (from, kind) => {
    const broken = await runBroken(kind, from);
    expect(faultsOfOutage(broken)).toEqual([]);
    expect(broken.exit.code).toBe(2);
    expect(broken.exit.why).toMatch(
      /no longer answers as it did when the run began: .* since request \d+, at /,
    );
  });
});

/** Detects a deletion of a profile that directly follows an update of it. */
function deletesWhatIsUpdated(): (request: Request) => boolean {
  const before = new Map<string, string>();
  return ({ method, url }) => {
    const isUpdated = method === 'DELETE' && before.get(url) === 'PUT';
    before.set(url, method);
    return isUpdated;
  };
}

describe.concurrent('a target that breaks while it deletes a sender profile', () => {
  it.each(outageKinds)('with %s leaves no unreported profile behind', async (kind) => {
    const broken = await runBroken(kind, deletesWhatIsUpdated());
    expect(broken.isBroken).toBe(true);
    expect(faultsOfOutage(broken)).toEqual([]);
  });
});

describe('a target that breaks at the last requests of a run', () => {
  let whole: BrokenRun;

  beforeAll(async () => {
    whole = await runBroken('500', null);
  });

  it('is decided in everything that is allowed if it does not break', () => {
    expect(whole.exit).toEqual({ code: 0, why: null });
    expect(whole.unreported).toEqual([]);
  });

  it.each(['401', 'silence'] as const)('with %s still ends it with 2', async (kind) => {
    // The very last request checks the target.
    const broken = await runBroken(kind, whole.run.requests);
    expect(faultsOfOutage(broken)).toEqual([]);
    expect(broken.exit.code).toBe(2);
  });
});
