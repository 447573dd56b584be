/**
 * Shows that `doctor` and a run say the same about each rule, whatever the target and its file: with the fixtures that
 * the sandbox prints, on dialects of the proof. `DIALECTS=200` tries more of them.
 */
import * as fc from 'fast-check';
import type { Dialect, Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '@outreach-api/engine';
import { rules } from '../../src/catalogue/rules.ts';
import { decidable } from '../../src/doctor/decidable.ts';
import { examineTarget } from '../../src/doctor/examine-target.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { Session } from '../../src/session/session.ts';
import { completeTarget, type Allowed, type TargetInput } from '../../src/target/target.ts';
import { anyDialect, anyNumberOfWebhooks } from '../proof/any-dialect.ts';
import { simulate } from '../simulation/simulate.ts';

const dialectsTried = Number(process.env['DIALECTS'] ?? 1);

const allow: Partial<Allowed> = { createApiKeys: 40, deliveries: 60, updates: true, deletes: true };

/** A target file with all values that the sandbox prints. */
function printed({ accounts: [first, second] }: Sandbox, baseUrl: string): TargetInput {
  const [one = '', other = '', ...disposable] = first.senderProfiles();
  return {
    baseUrl,
    token: first.token,
    otherAccountToken: second.token,
    expiredToken: first.expiredToken,
    fixtures: {
      senderProfiles: [one, other],
      disposableSenderProfiles: disposable,
      disposableWebhooks: first.webhooks().slice(0, 3),
    },
    allow,
  };
}

/** What differs from it. */
type Change = (whole: TargetInput, sandbox: Sandbox) => Partial<TargetInput>;

const without =
  (fixture: keyof NonNullable<TargetInput['fixtures']>): Change =>
  ({ fixtures }) => ({ fixtures: { ...fixtures, [fixture]: [] } });
const allowing =
  (some: Partial<Allowed>): Change =>
  () => ({ allow: { ...allow, ...some } });

const files: Readonly<Record<string, Change>> = {
  'all that the sandbox prints': () => ({}),
  'nothing but an address and a key': () => ({
    otherAccountToken: null,
    expiredToken: null,
    fixtures: {},
    allow: {},
  }),
  'the recommended budgets': allowing({ createApiKeys: 4, deliveries: 20 }),
  'the smallest budgets': allowing({ createApiKeys: 1, deliveries: 1 }),
  'no key': allowing({ createApiKeys: 0 }),
  'no webhook call': allowing({ deliveries: 0 }),
  'no update': allowing({ updates: false }),
  'no deletion': allowing({ deletes: false }),
  'no forged credential': allowing({ forgedCredentials: false }),
  'no other account': () => ({ otherAccountToken: null }),
  'no expired key': () => ({ expiredToken: null }),
  'no sender profile': without('senderProfiles'),
  'no disposable sender profile': without('disposableSenderProfiles'),
  'no disposable webhook': without('disposableWebhooks'),
  'one request at a time': () => ({ requests: { concurrency: 1 } }),
  'a module that creates records': (_, sandbox) => ({
    provision: () => ({
      createWebhook: async (webhook) => sandbox.createWebhook(0, webhook),
      createSenderProfile: async (profile) => sandbox.createSenderProfile(0, profile),
    }),
  }),
};

/** The verdicts that keep what `doctor` says. */
const kept: Readonly<Record<string, readonly Verdict[]>> = {
  whole: ['pass', 'fail'],
  open: ['pass', 'fail', 'inconclusive'],
  inPart: ['inconclusive', 'fail'],
  notAtAll: ['skipped'],
};

/** Where other experiments may show by chance what the missing ones are for. */
const mayPassInPart = new Set(['JSON-01']);

/** Rules on which `doctor` and the run disagree, and what each says. */
async function disagreements(
  change: Change,
  seed: number,
  dialect: Dialect,
  webhooks: number,
): Promise<readonly string[]> {
  return simulate({ seed, sandbox: { seed, webhooks, dialect } }, async ({ sandbox, network, url }) => {
    const whole = printed(sandbox, url);
    const target = completeTarget({ ...whole, ...change(whole, sandbox) });
    const session = Session.open(target, new AbortController().signal, undefined, network);
    const { usable, revealed } = await examineTarget(session);
    await session.close();
    expect(revealed).not.toBeNull();
    if (revealed === null) return [];
    // Nothing but the target reaches the receiver in simulation.
    const reachable = { ...usable, allow: target.allow };
    const said = Object.entries(decidable(rules, reachable, revealed));
    const run = await judgeTarget(target, { rules, seed, runs: null, path: null, network });
    return run.results.flatMap(({ rule: { id }, verdict, reason }) => {
      const [claim = ''] = said.find(([name, ids]) => name in kept && ids.includes(id)) ?? [];
      const isKept =
        kept[claim]?.includes(verdict) === true ||
        (claim === 'inPart' && verdict === 'pass' && mayPassInPart.has(id));
      return isKept ? [] : [`${id}: ${claim}, but ${verdict} (${reason})`];
    });
  });
}

describe('doctor and a run agree on each rule', () => {
  it.for(Object.entries(files))('with %s', { timeout: 120_000 * dialectsTried }, async ([name, change]) => {
    const seed = Object.keys(files).indexOf(name) + 1;
    const dialects = fc.sample(fc.tuple(anyDialect(), anyNumberOfWebhooks()), {
      seed,
      numRuns: dialectsTried,
    });
    for (const [at, [dialect, webhooks]] of dialects.entries()) {
      const said = await disagreements(change, seed * 1000 + at, dialect, webhooks);
      expect({ at, webhooks, said }).toEqual({ at, webhooks, said: [] });
    }
  });
});
