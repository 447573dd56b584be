/** Shows that requests overlap at the target even if that is hard to achieve. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type SandboxJudging } from '../judge-sandbox.ts';
import { sharesAnswersUnderWay } from '../services/shared-answers.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { idsWith } from '../verdicts-of.ts';

type Defect = readonly [id: string, defect: string, target: SandboxJudging];

const defects: readonly Defect[] = [
  ['AUTH-01', 'answers in progress are shared', { gateway: sharesAnswersUnderWay() }],
  ['TEAM-01', 'answers in progress are shared', { gateway: sharesAnswersUnderWay() }],
  ['KEY-02', 'names are mixed up', { twin: 'key-names-are-mixed-up-at-the-same-time' }],
  ['KEY-07', '`jti` is shared', { twin: 'jti-is-shared-at-the-same-time' }],
  ['DEL-01', 'one of two stays', { twin: 'of-two-webhooks-deleted-at-the-same-time-one-stays' }],
  ['PROF-12', 'updates are torn', { twin: 'update-is-torn-before-the-label' }],
  ['PROF-12', 'updates write what differs', { twin: 'updates-write-only-what-differs' }],
  ['PROF-05', 'updates write back what they read', { twin: 'updates-write-back-what-they-read' }],
  ['PROF-01', 'a profile is missing', { twin: 'profile-is-missing-while-it-is-updated' }],
  ['HOOK-04', 'the list is refused', { twin: 'list-is-refused-while-a-profile-is-updated' }],
];

/** The verdict on one rule, with a budget of three keys. */
async function verdictOn(id: string, judging: SandboxJudging): Promise<string | undefined> {
  const chosen = rules.filter((rule) => rule.id === id);
  const { results } = await judgeSandbox({ ...judging, rules: chosen, allow: { createApiKeys: 3 } });
  return results.map(({ verdict, reason }) => (reason === null ? verdict : `${verdict}: ${reason}`)).join();
}

describe.concurrent('a defect that shows only if two requests overlap', () => {
  it.each(defects)('fails %s if connections are slow to open: %s', async (id, _, target) => {
    expect(await verdictOn(id, { ...target, handshakeMs: 250 })).toMatch(/^fail/);
  });

  it.each(defects.filter(([id]) => id === 'DEL-01'))(
    'fails %s if connections are slow to open, over sockets: %s',
    async (id, _, target) => {
      expect(await verdictOn(id, { ...target, handshakeMs: 250, served: true })).toMatch(/^fail/);
    },
  );

  it.each(defects.filter(([id]) => id !== 'AUTH-01'))(
    'fails %s with at most 8 requests a second: %s',
    async (id, _, target) => {
      const requests = { maxPerSecond: 8 };
      expect(await verdictOn(id, { ...target, target: { requests } })).toMatch(/^fail/);
    },
  );
});

it.each([5, 6, 8])(
  'no update of another profile meets a race that would show torn updates, seed %i',
  async (seed) => {
    const ofProfiles = rules.filter(({ id }) => id.startsWith('PROF'));
    const run = await judgeSandbox({ rules: ofProfiles, seed, twin: 'update-is-torn-before-the-label' });
    expect(idsWith(run, 'fail')).toContain('PROF-12');
  },
);

describe('if no two requests can be sent at the same time', () => {
  it.each([{ concurrency: 1 }, { maxPerSecond: 1.5 }])(
    '%o: statements on simultaneous requests do not pass',
    async (requests) => {
      const said = await Promise.all(
        ['KEY-07', 'PROF-12'].map(async (id) => verdictOn(id, { target: { requests } })),
      );
      expect(said).toEqual([
        expect.stringMatching(/^inconclusive: .*could not have seen: .*at the same time/),
        expect.stringMatching(/^inconclusive: .*no two updates can be sent at the same time/),
      ]);
    },
  );
});
