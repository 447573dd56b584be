/** The evidence that rules use would show breaches, and breaks nothing by itself. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../src/session/suite.ts';
import { rules } from '../../src/catalogue/rules.ts';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { WordedResult } from '../../src/words/result-words.ts';
import { judgeSandbox } from '../judge-sandbox.ts';

/**
 * Named breaches that evidence cannot show: they need several steps, knowledge of the rule's own experiment, or a key of
 * an empty name, which this sandbox refuses.
 */
const notInExchanges: Readonly<Record<string, readonly string[]>> = {
  'TEAM-02': [
    'a webhook is deleted',
    'a sender profile is shown where its uuid is written in another way',
    'a webhook is deleted where its uuid is written in another way',
    'a key just made is shown a sender profile',
    'a key just made updates a sender profile',
    'a key just made deletes a webhook',
    'a key just made deletes a sender profile',
  ],
  'KEY-01': ['one of two at the same time is refused', 'an empty name comes back as null'],
  'KEY-02': ['another name in place of an empty one'],
  'KEY-04': ['an opaque text for a key of an empty name'],
  'KEY-07': [
    'jti is shared at the same time',
    'jti is the same for keys of one name',
    'last_token is shared at the same time',
  ],
  'KEY-10': ['the team is the one that the body names', 'the user is the one that the body names'],
  'TEST-01': ['tests the webhook where it exists'],
  'TEST-05': [
    'what lacks is taken from the webhook',
    'it is refused, and called a while later',
    'a uuid alone is refused, and its webhook is called',
  ],
  'PROF-02': ['each reading answers with the same profile'],
  'PROF-04': ['the second update is refused', 'the answer shows other links than the record'],
  'PROF-05': [
    'the second update in a row is not stored',
    'a field that is left out goes back to what it was before an earlier update',
  ],
  'PROF-06': ['the second update moves created_at'],
  'PROF-07': [
    'an update takes updated_at back',
    'the second update takes updated_at back',
    'each update takes updated_at back by a second',
    'the answer shows an updated_at that is not stored',
  ],
  'PROF-11': [
    'a profile is made up',
    'a uuid that begins alike is enough',
    'a uuid that ends alike is enough',
    'another version of the uuid is enough',
    'another byte order of the uuid is enough',
    'the nil uuid reads some profile',
    'an update is refused and makes a profile',
    'an update changes a profile with a similar uuid',
  ],
};

/** For each rule, the named breaches that any run would have caught, and the number of runs with evidence. */
interface Shown {
  readonly caught: ReadonlyMap<string, ReadonlySet<string>>;
  readonly runs: ReadonlyMap<string, number>;
}

/** The rules, and what their evidence would have caught. */
function listening(): { readonly listeners: readonly Rule[]; readonly shown: Shown } {
  const caught = new Map<string, Set<string>>();
  const runs = new Map<string, number>();
  const listeners = rules.map((rule): Rule => {
    const { evidence, id } = rule;
    if (evidence === null) return rule;
    const judge = (exchanges: readonly ExchangeSeen[]): ReturnType<typeof evidence.judge> => {
      const judgement = evidence.judge(exchanges);
      if (judgement === null) return null;
      runs.set(id, (runs.get(id) ?? 0) + 1);
      const known = caught.get(id) ?? new Set<string>();
      caught.set(id, known);
      for (const name of evidence.caught(exchanges)) known.add(name);
      return judgement;
    };
    return { ...rule, evidence: { ...evidence, judge } };
  });
  return { listeners, shown: { caught, runs } };
}

const taking = rules.filter(({ evidence }) => evidence !== null);

describe('the evidence that rules use', () => {
  let shown: Shown;
  let failed: readonly WordedResult[];

  beforeAll(async () => {
    const { listeners, shown: found } = listening();
    const run = await judgeSandbox({ observe: true, rules: listeners });
    failed = run.results.filter(({ verdict }) => verdict === 'fail');
    shown = found;
  });

  it('breaks nothing on a sandbox that conforms', () => {
    expect(failed).toEqual([]);
  });

  it.each(taking.map(({ id }) => id))('of %s would show breaches', (id) => {
    expect(shown.runs.get(id)).toBeGreaterThan(0);
    const caught = shown.caught.get(id);
    const names = taking.find((rule) => rule.id === id)?.breachNames ?? [];
    expect(names.filter((name) => caught?.has(name) !== true)).toEqual(notInExchanges[id] ?? []);
  });
});
