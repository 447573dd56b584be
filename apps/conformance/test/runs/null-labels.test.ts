/** Values that may not be restorable are not changed: stored null labels are compared before and after a run. */
import type { Dialect, RecordedRequest } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { simulate, type Simulation } from '../simulation/simulate.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import type { Run } from '../../src/run.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { selectRules } from '../../src/catalogue/select-rules.ts';
import { completeTarget } from '../../src/target/target.ts';
import { verdictsOf } from '../verdicts-of.ts';

/** The profiles of the target file, by their labels; and those that may be deleted. */
interface Profiles {
  readonly labels: readonly (string | null)[];
  readonly disposable?: readonly (string | null)[];
}

interface Outcome {
  readonly run: Run;
  /** The owner's profiles as stored, byte for byte, without the time of their last update. */
  readonly before: Buffer;
  readonly after: Buffer;
  readonly record: readonly RecordedRequest[];
  /** The uuids of the owner's profiles, in the order of their labels. */
  readonly own: readonly string[];
}

const updating = selectRules(rules, ['PROF-04', 'PROF-05', 'PROF-08', 'PROF-12', 'AUTH-01']);

async function judged(
  dialect: Partial<Dialect>,
  { labels, disposable = [] }: Profiles,
  observe = false,
): Promise<Outcome> {
  return simulate({ seed: 5, sandbox: { dialect } }, async ({ sandbox, network, url }) => {
    const made = (label: string | null, at: number): string =>
      sandbox.createSenderProfile(0, { first_name: 'Maria', last_name: `Owned ${at}`, label });
    const own = labels.map(made);
    const spare = disposable.map(made);
    const stored = (): Buffer => {
      const { senderProfiles } = sandbox.snapshot();
      const owned = senderProfiles.filter(({ uuid }) => own.includes(uuid));
      return Buffer.from(JSON.stringify(owned.map(({ updatedAt: _updatedAt, ...profile }) => profile)));
    };
    const target = completeTarget({
      baseUrl: url,
      token: sandbox.accounts[0].token,
      otherAccountToken: sandbox.accounts[1].token,
      fixtures: { senderProfiles: own, disposableSenderProfiles: spare },
      allow: { updates: true },
    });
    const before = stored();
    const run = await judgeTarget(target, {
      rules: updating,
      seed: 5,
      runs: 0,
      path: null,
      observe,
      network,
    });
    return { run, before, after: stored(), record: sandbox.record, own };
  });
}

function reasonOf({ run }: Outcome, id: string): string {
  return run.results.find(({ rule }) => rule.id === id)?.reason ?? '';
}

const readings: readonly (readonly [string, Partial<Dialect>])[] = [
  ['null changes nothing', { labelNull: 'ignored' }],
  [
    'null changes nothing, and omitted fields are cleared',
    { labelNull: 'ignored', omittedOnUpdate: 'cleared' },
  ],
  ['null is refused', { labelNull: 'refused' }],
  ['null clears the label', { labelNull: 'stored' }],
];

describe.concurrent.each(readings)('if %s, the owner’s profiles are unchanged', (_name, dialect) => {
  it.each<readonly [string, Profiles]>([
    ['with nothing to try it on', { labels: [null, null] }],
    ['with a text label alongside a null one', { labels: [null, 'North'] }],
    ['with a profile that may be deleted', { labels: [null], disposable: [null] }],
    ['with labels of unusual letters', { labels: [null, 'No\u0308rd\u00a0Süd', '𝒲\u200d"\\'] }],
  ])('%s', async (_how, profiles) => {
    const outcome = await judged(dialect, profiles, true);
    expect(outcome.after.toString()).toBe(outcome.before.toString());
    expect(outcome.after.equals(outcome.before)).toBe(true);
    expect(Object.values(verdictsOf(outcome.run))).not.toContain('fail');
    expect(outcome.run.ledger.filter(({ restorable, undone }) => restorable === true && !undone)).toEqual([]);
  });
});

describe.concurrent('updates of labels are judged', () => {
  const decided = { 'PROF-04': 'pass', 'PROF-05': 'pass', 'PROF-08': 'pass', 'PROF-12': 'pass' };

  it.each<readonly [string, Partial<Dialect>, Profiles]>([
    ['on a text label', { labelNull: 'ignored' }, { labels: [null, 'North'] }],
    [
      'on profiles that may be deleted',
      { labelNull: 'ignored' },
      { labels: [null, null], disposable: ['Spare', 'Spare'] },
    ],
    [
      'on null labels, if a profile that may be deleted shows that null can be restored',
      { labelNull: 'stored' },
      { labels: [null, null], disposable: ['Spare'] },
    ],
  ])('%s', async (_where, dialect, profiles) => {
    expect(verdictsOf((await judged(dialect, profiles)).run)).toMatchObject(decided);
  });

  it('or only their part is left undecided, if no label may be changed', async () => {
    const outcome = await judged({ labelNull: 'ignored' }, { labels: [null, null] });
    expect(verdictsOf(outcome.run)).toMatchObject({ 'PROF-04': 'inconclusive', 'PROF-08': 'pass' });
    for (const id of ['PROF-04', 'PROF-05', 'PROF-12']) {
      expect(reasonOf(outcome, id)).toMatch(
        /the label of sender profile \S+ is null, which it may be impossible to restore/,
      );
    }
    const { caught, unseen } = outcome.run.results.find(({ rule }) => rule.id === 'PROF-05') ?? {
      caught: [],
      unseen: [],
    };
    expect(caught).toEqual(expect.arrayContaining(['first_name is not stored', 'last_name is not stored']));
    expect(unseen).toContain('label is not stored');
  });
});

it('the null label is tried on a deletable profile, not on an owner profile under test', async () => {
  const profiles: Profiles = { labels: [null, 'North'], disposable: ['Spare'] };
  const { record, own } = await judged({ labelNull: 'stored' }, profiles);
  const cleared = record
    .filter(({ operation, body }) => operation === 'senderProfiles.update' && body.includes('"label":null'))
    .map(({ path }) => path.slice(-36));
  expect(cleared.some((uuid) => !own.includes(uuid))).toBe(true);
  expect(cleared).not.toContain(own[1]);
});

it('empty names are left alone, too', async () => {
  const simulation: Simulation = { seed: 5, sandbox: { dialect: { emptyText: 'refused' } } };
  await simulate(simulation, async ({ sandbox, network, url }) => {
    const own = sandbox.createSenderProfile(0, { first_name: 'Maria', last_name: '', label: 'North' });
    const target = completeTarget({
      baseUrl: url,
      token: sandbox.accounts[0].token,
      fixtures: { senderProfiles: [own] },
      allow: { updates: true },
    });
    const run = await judgeTarget(target, { rules: updating, seed: 5, runs: 0, path: null, network });
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(sandbox.snapshot().senderProfiles.find(({ uuid }) => uuid === own)).toMatchObject({
      firstName: 'Maria',
      lastName: '',
      label: 'North',
    });
  });
});
