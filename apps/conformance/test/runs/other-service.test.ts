import { describe, expect, it } from 'vitest';
import { simulateService, type Simulated } from '../simulation/simulate.ts';
import { inRealTime } from '../simulation/virtual-time.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import type { Run } from '../../src/run.ts';
import { rules as allRules } from '../../src/catalogue/rules.ts';
import { sockets } from '@outreach-api/wire/sockets';
import type { Provisioner } from '../../src/target/provision.ts';
import { completeTarget } from '../../src/target/target.ts';
import {
  bare,
  fewMethods,
  prompt,
  unlikeTheSandbox,
  type OtherFault,
  type OtherServiceBehaviour,
} from '../services/other-service-behaviour.ts';
import { otherService, type OtherService } from '../services/other-service.ts';
import { callOverSockets, serveAnswerer } from '../over-sockets.ts';
import { idsWith } from '../verdicts-of.ts';

interface Judging {
  readonly behaviour?: OtherServiceBehaviour;
  readonly fault?: OtherFault | null;
  /** Only rules whose id has this prefix; all if not set. */
  readonly group?: string;
  readonly flood?: number;
  /** What the owner's module can create; everything if not set. */
  readonly makes?: readonly (keyof Provisioner)[];
}

async function judged({ behaviour = unlikeTheSandbox, fault = null, ...judging }: Judging): Promise<Run> {
  return simulateService(
    1,
    (call) => otherService(behaviour, fault, call),
    async (service, simulated) => judgedAt(service, simulated, judging),
  );
}

/** Over sockets, and in real time. */
async function judgedOverSockets({
  behaviour = unlikeTheSandbox,
  fault = null,
  ...judging
}: Judging): Promise<Run> {
  return inRealTime(async () => {
    const service = otherService(behaviour, fault, callOverSockets);
    const served = await serveAnswerer(service.answer);
    try {
      return await judgedAt(service, { url: served.url, network: sockets }, judging);
    } finally {
      await served.close();
    }
  });
}

async function judgedAt(
  service: OtherService,
  { url, network }: Simulated,
  { group = '', flood = 0, makes }: Omit<Judging, 'behaviour' | 'fault'>,
): Promise<Run> {
  const target = completeTarget({
    baseUrl: url,
    token: service.token,
    otherAccountToken: service.otherAccountToken,
    expiredToken: service.expiredToken,
    fixtures: { senderProfiles: service.senderProfiles },
    provision: () =>
      Object.fromEntries(
        Object.entries(service.provisioner).filter(([name]) => makes?.some((one) => one === name) ?? true),
      ),
    allow: { createApiKeys: 60, deliveries: 120, updates: true, deletes: true, flood },
  });
  const rules = allRules.filter(({ id }) => id.startsWith(group));
  return judgeTarget(target, { rules, seed: 1, runs: null, path: null, network });
}

function reasonsOf({ results }: Run): Record<string, string> {
  return Object.fromEntries(
    results.flatMap(({ rule, verdict, reason }) =>
      reason === null ? [] : [[rule.id, `${verdict}: ${reason}`]],
    ),
  );
}

const faults: readonly (readonly [OtherFault, string])[] = [
  ['alg none is taken', 'AUTH-03'],
  ['a delete without a credential is answered 404 and done', 'AUTH-01'],
  ['an expired key may update', 'AUTH-04'],
  ["another account's delete is answered 404 and done", 'TEAM-02'],
  ['pages of 7 begin one early', 'PAGE-07'],
  ['has_more is true on a full last page', 'PAGE-06'],
  ['IN honours only the first element', 'FILT-02'],
  ['<> is = on target_url', 'FILT-04'],
  ['a filtered total counts all', 'PAGE-05,FILT-08'],
  ['a key lives 3 x 360 days', 'KEY-06'],
  ['a key name is cut at 32', 'KEY-02'],
  ['keys made at once share a jti', 'KEY-07'],
  ['a key made with a made key has no team', 'KEY-10'],
  ['webhooks that do not POST are not listed', 'HOOK-02'],
  ['the query is dropped in the call', 'TEST-02'],
  ['a call that was taken is sent again', 'TEST-09'],
  ['a PUT carries no payload', 'TEST-08'],
  ['a delete takes those of the same address', 'DEL-02'],
  ['a stored name is cut at 32', 'PROF-05'],
  ['a new label sets updated_at back', 'PROF-07'],
  ['a deleted profile can be updated', 'PROF-09'],
  ['updates that meet are mixed', 'PROF-12'],
];

/** Every nth one, starting with the first: a run of all rules takes seconds. */
function oneIn<One>(step: number, all: readonly One[]): readonly One[] {
  return all.filter((_, at) => at % step === 0);
}

/** Refilled so slowly that even a busy machine exceeds it. */
const limited = { size: 40, perSecond: 4 };

const floodFaults: readonly (readonly [OtherFault, string])[] = [
  ['each key has a limit of its own', 'RATE-02'],
  ['a limited update is done', 'RATE-04'],
  ['a limited update is answered 403', 'RATE-01'],
  ['every other limited list is answered 403', 'RATE-01'],
];

const withoutFlood = {
  'RATE-01': 'skipped: needs `allow.flood` with a number of requests',
  'RATE-02': 'skipped: needs `allow.flood` with a number of requests',
  'RATE-03': 'skipped: needs `allow.flood` with a number of requests',
  'RATE-04': 'skipped: needs `allow.flood` with a number of requests',
};

describe.concurrent('a service written independently of the sandbox', () => {
  it.each([
    ['as unlike the sandbox as possible', async () => judged({})],
    ['over sockets', async () => judgedOverSockets({ behaviour: prompt })],
  ])('passes every rule that can be decided: %s', async (_, judge) => {
    const run = await judge();
    expect(reasonsOf(run)).toEqual({
      'PAGE-10': expect.stringMatching(
        /^inconclusive: an offset past the end is refused .*could not have seen: the last page is shown again/,
      ),
      // No field on which it accepts filters is ever null.
      'FILT-06': expect.stringMatching(/^inconclusive: .*could not have seen: records whose field is null/),
      'FILT-07': expect.stringMatching(/^inconclusive: .*could not have seen: it is ignored/),
      'KEY-05': expect.stringMatching(
        /^inconclusive: the keys have no claim `jti` — could not have seen: the claim is another/,
      ),
      ...withoutFlood,
    });
    expect(idsWith(run, 'pass')).toHaveLength(allRules.length - 8);
  });

  it('passes the rules on the rate limit, without a hint when it lifts', async () => {
    const run = await judged({
      behaviour: { ...unlikeTheSandbox, bucket: { ...limited, perSecond: 1 } },
      group: 'RATE',
      flood: 500,
    });
    expect(idsWith(run, 'fail')).toEqual([]);
    expect(idsWith(run, 'pass')).toEqual(['RATE-01', 'RATE-02', 'RATE-03', 'RATE-04']);
  });

  it.each([0, 1])('fails nothing with %i webhooks, no filter, no claims and no Date', async (webhooks) => {
    const run = await judged({ behaviour: { ...bare, webhooks }, makes: ['createSenderProfile'] });
    expect(idsWith(run, 'fail')).toEqual([]);
    expect(idsWith(run, 'pass')).toEqual(
      expect.arrayContaining([
        'AUTH-03',
        'AUTH-05',
        'KEY-01',
        'KEY-07',
        'TEST-02',
        'TEST-04',
        'PROF-04',
        'PROF-12',
      ]),
    );
  });

  it('passes what it can with only POST and PUT deliveries, even if an ordinary run reaches its limit', async () => {
    const run = await judged({ behaviour: { ...fewMethods, limitsOneIn: 200 } });
    expect(run.waits).toBeGreaterThan(0);
    expect(Object.keys(reasonsOf(run))).toEqual([
      'PAGE-10',
      'FILT-06',
      'FILT-07',
      ...Object.keys(withoutFlood),
    ]);
    expect(idsWith(run, 'fail')).toEqual([]);
  });

  it.each(oneIn(2, faults))('fails if %s: %s, and nothing else', async (fault, ids) => {
    expect(idsWith(await judged({ behaviour: prompt, fault }), 'fail')).toEqual(ids.split(','));
  });

  it.each(oneIn(2, faults.slice(1)))(
    'fails if %s: %s, and nothing else in its section',
    async (fault, id) => {
      const group = id.replace(/\d+$/, '');
      expect(idsWith(await judged({ behaviour: prompt, fault, group }), 'fail')).toEqual([id]);
    },
  );

  it.each(floodFaults)('fails if %s: %s, and nothing else', async (fault, id) => {
    const behaviour = { ...prompt, bucket: limited };
    expect(idsWith(await judged({ behaviour, fault, group: 'RATE', flood: 500 }), 'fail')).toEqual([id]);
  });
});
