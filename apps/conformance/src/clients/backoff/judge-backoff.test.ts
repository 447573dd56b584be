/** Shows that no honest client is called broken, and that no client with a false declaration fits it. */
import { describe, expect, it } from 'vitest';
import { drawnClient, drawnPolicy, drawnService } from '../../../test/clients/drawn-policy.ts';
import { falseDeclarations } from '../../../test/clients/false-declarations.ts';
import { exponentialPolicies, otherRealPolicies } from '../../../test/clients/real-policies.ts';
import {
  calibration,
  honestClient,
  randomOf,
  retrySequence,
  type SimulatedClient,
  type SimulatedService,
} from '../../../test/clients/simulated-retries.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { judgeBackoff } from './judge-backoff.ts';

/** Whether a floor may make all waits equal, so that only a declaration shows that they would grow. */
function isHiddenByFloor({ base, floor, jitter }: DeclaredBackoff): boolean {
  return floor >= base || (floor > 0 && jitter === 'decorrelated-v2');
}

/** Whether a policy has long waits, and room to grow. */
function isRoomy({ base, factor, cap, attempts }: DeclaredBackoff): boolean {
  return base >= 200 && factor >= 1.5 && (attempts ?? 12) >= 5 && (cap ?? Infinity) >= base * factor ** 3;
}

describe('honest clients', () => {
  const findingsOf2000 = Array.from({ length: 2000 }, (_, index) => {
    const random = randomOf(index);
    const policy = drawnPolicy(random);
    const noise = random() < 0.8 ? calibration(random) : null;
    const client = drawnClient(random, policy);
    const sequences = Array.from({ length: 20 }, () => retrySequence(client, drawnService(random), random));
    return {
      policy,
      declared: judgeBackoff({ sequences, declared: policy, noise }),
      undeclared: judgeBackoff({ sequences, declared: null, noise }),
    };
  });

  it('are never broken: 2,000 random policies, declared and undeclared', () => {
    expect(findingsOf2000.map(({ declared: { kind } }) => kind)).not.toContain('broken');
    const undeclared = findingsOf2000.filter(({ policy }) => !isHiddenByFloor(policy));
    expect(undeclared.length).toBeGreaterThan(1500);
    expect(undeclared.map(({ undeclared: { kind } }) => kind)).not.toContain('broken');
  });

  it('fit if their waits are long and have room to grow, except those that retry immediately where they may', () => {
    const roomy = findingsOf2000.filter(({ policy }) => isRoomy(policy)).map(({ declared: found }) => found);
    const others = roomy.filter(({ kind }) => kind !== 'fits');
    expect(roomy.length).toBeGreaterThan(200);
    expect(others.length).toBeLessThan(60);
    expect(others.every((found) => found.kind === 'undecided' && found.seen === 'at once')).toBe(true);
  });
});

/** Sends no header four times out of five; otherwise 45 s, 0, 1 s, and a date in turn. */
function serviceOf(index: number): SimulatedService {
  const silent: SimulatedService = { answerMs: 1, retryAfter: () => null };
  const limiting: Readonly<Record<number, SimulatedService>> = {
    4: { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 45 }) },
    9: { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 0 }) },
    14: { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 1 }) },
    19: { answerMs: 1, retryAfter: (answeredAt) => ({ kind: 'date', at: answeredAt + 2000 }) },
  };
  return limiting[index] ?? silent;
}

/** What is found about a client after 20 sequences, by seed. */
function findings(client: SimulatedClient, declared: DeclaredBackoff | null): BackoffFinding[] {
  return Array.from({ length: 10 }, (_, seed) => {
    const random = randomOf(seed);
    const sequences = Array.from({ length: 20 }, (__, at) => retrySequence(client, serviceOf(at), random));
    return judgeBackoff({ sequences, declared, noise: calibration(random) });
  });
}

/** Clients that chance may hide, or that are exponential, but not as declared. */
const undecided: Readonly<Record<string, RegExp>> = {
  'decorrelated from the base each time': /may also be waits that do not grow/,
  'linear, declared decorrelated': /do not spread as decorrelated jitter does/,
  quadratic: /comes later than it declares/,
  'quadratic with equal jitter': /comes later than it declares/,
  'quadratic with full jitter': /comes later than it declares|waits that grow with the square/,
  'each wait longer by a fifth': /comes later than it declares/,
  'no jitter, declared full': /do not spread as full jitter does/,
  'at once where Retry-After is 0': /the description does not say/,
};

describe('clients that do not do what they declare', () => {
  it.each(Object.keys(falseDeclarations))('never fit: %s', (name) => {
    const { client, declared } = falseDeclarations[name] ?? expect.fail(name);
    for (const finding of findings(client, declared)) {
      if (finding.kind !== 'undecided') expect(finding.kind).toBe('broken');
      else
        expect(finding.why).toMatch(undecided[name] ?? expect.fail(`${name} is undecided: ${finding.why}`));
    }
  });
});

/**
 * Clients whose only two waits may be almost arbitrarily short due to jitter, and clients that retry immediately where
 * they may.
 */
const undecidedHere = ['ky with jitter', 'ky', 'go-retryablehttp'];

describe('real clients, by their formulas', () => {
  it.each(Object.keys(exponentialPolicies))('do what they declare: %s', (name) => {
    const { client, declared } = exponentialPolicies[name] ?? expect.fail(name);
    const kinds = findings(client, declared).map(({ kind }) => kind);
    expect(kinds).not.toContain('broken');
    if (declared === null) expect(kinds).not.toContain('fits');
    else if (!undecidedHere.includes(name)) {
      expect(kinds.filter((kind) => kind === 'fits').length).toBeGreaterThan(7);
    }
  });

  it.each(Object.keys(exponentialPolicies))('are not broken if they declare nothing: %s', (name) => {
    const { client } = exponentialPolicies[name] ?? expect.fail(name);
    for (let seed = 0; seed < 10; seed++) {
      const random = randomOf(seed);
      const sequences = Array.from({ length: 20 }, () => retrySequence(client, serviceOf(0), random));
      expect(judgeBackoff({ sequences, declared: null, noise: null }).kind).toBe('undecided');
    }
  });

  it.each(Object.keys(otherRealPolicies))('are found not to be exponential: %s', (name) => {
    const { client, declared } = otherRealPolicies[name] ?? expect.fail(name);
    for (const finding of findings(client, declared)) {
      const isUndeclared = declared === null && finding.kind === 'undecided';
      expect(isUndeclared ? finding.seen : finding.kind).toMatch(
        /broken|growing, not exponential|even|at once/,
      );
    }
  });
});

const declared: DeclaredBackoff = {
  base: 200,
  factor: 2,
  cap: 30_000,
  floor: 0,
  addedJitter: 0,
  jitter: [0.5, 1],
  attempts: 5,
  retryAfterMax: 60,
  retryAfterDates: true,
  from: 'end',
};

describe('a client', () => {
  const judged = (
    client: SimulatedClient,
    policy: DeclaredBackoff | null,
    service = serviceOf(0),
    count = 3,
  ) => {
    const random = randomOf(1);
    const sequences = Array.from({ length: count }, () => retrySequence(client, service, random));
    return judgeBackoff({ sequences, declared: policy, noise: calibration(random) });
  };

  it('fits after three sequences, and the excluded policies are named', () => {
    expect(judged(honestClient(declared), declared)).toMatchObject({
      kind: 'fits',
      sequences: 3,
      retries: 12,
      excluded: expect.arrayContaining(['even waits', 'waits that grow by the same amount']),
    });
  });

  it('that never retries is undecided', () => {
    const once = { ...honestClient(declared), attempts: 1 };
    expect(judged(once, declared)).toMatchObject({ kind: 'undecided', seen: 'no retry' });
    expect(judged(once, null)).toMatchObject({ kind: 'undecided', seen: 'no retry' });
    expect(judgeBackoff({ sequences: [], declared, noise: null })).toMatchObject({ seen: 'no retry' });
  });

  it('that only waits as `Retry-After` says is undecided', () => {
    const limiting: SimulatedService = { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 1 }) };
    const obedient = { ...honestClient(declared), afterStated: (statedMs: number) => statedMs };
    expect(judged(obedient, declared, limiting)).toMatchObject({ seen: 'as the server said' });
    expect(judged(obedient, null, limiting)).toMatchObject({ seen: 'as the server said' });
  });

  it('that retries immediately where it may is undecided, whatever its jitter', () => {
    const allowing: SimulatedService = { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 0 }) };
    for (const jitter of ['none', 'full', 'decorrelated'] as const) {
      const policy = { ...declared, jitter };
      const hammering = { ...honestClient(policy), afterStated: () => 0 };
      const random = randomOf(2);
      const services = [...Array.from({ length: 12 }, () => serviceOf(0)), allowing, allowing];
      const sequences = services.map((service) => retrySequence(hammering, service, random));
      const found = judgeBackoff({ sequences, declared: policy, noise: calibration(random) });
      const why = expect.stringContaining('the description does not say');
      expect(found).toMatchObject({ kind: 'undecided', seen: 'at once', why });
      const stated = sequences.slice(-2);
      const undeclared = judgeBackoff({ sequences: stated, declared: null, noise: null });
      expect(undeclared).toMatchObject({ kind: 'undecided', seen: 'at once' });
    }
  });

  it('that retries before Retry-After is broken only if it declares that it obeys it', () => {
    const limiting: SimulatedService = { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 45 }) };
    const hasty = { ...honestClient(declared), afterStated: (_: number, ownMs: number) => ownMs };
    const early = { kind: 'broken', code: 'retry-before-retry-after', values: { statedMs: 45_000 } };
    expect(judged(hasty, declared, limiting)).toMatchObject(early);
    expect(judged(hasty, { ...declared, retryAfterMax: null }, limiting)).toMatchObject(early);
    const { retryAfterMax: _, ...silent } = declared;
    for (const policy of [
      null,
      silent,
      { ...declared, retryAfterMax: 30 },
      { ...declared, retryAfterMax: 0 },
    ])
      expect(judged(hasty, policy, limiting).kind).toBe('undecided');
  });

  it('that retries evenly is found broken sooner the longer its waits are', () => {
    const evenly = (ms: number) => ({ ...honestClient(declared), wait: () => ms });
    expect(judged(evenly(1000), null)).toMatchObject({ kind: 'broken' });
    expect(judged(evenly(300), null, serviceOf(0), 5)).toMatchObject({ kind: 'undecided', seen: 'even' });
    expect(judged(evenly(300), null, serviceOf(0), 15)).toMatchObject({ kind: 'broken' });
  });

  it('that retries for ever is broken unless it declares that', () => {
    const endless = { ...honestClient({ ...declared, cap: 400 }), attempts: 100 };
    const sequences = [{ ...retrySequence(endless, serviceOf(0), randomOf(1)), ended: 'cut' as const }];
    expect(judgeBackoff({ sequences, declared: null, noise: null })).toMatchObject({ kind: 'broken' });
    const boundless = { ...declared, cap: 400, attempts: null };
    expect(judgeBackoff({ sequences, declared: boundless, noise: null }).kind).not.toBe('broken');
  });

  it.each([
    ['without `Retry-After`', null],
    ['long before the time that `Retry-After` names', { kind: 'seconds', seconds: 30 }],
  ] as const)(
    'that retries immediately %s is broken, although an honest one may once',
    (_what, retryAfter) => {
      const attempts = [0, 2, 4, 6].map((at) => ({
        arrivedAt: at,
        answeredAt: at + 1,
        status: 429,
        retryAfter,
      }));
      const found = (count: number) => {
        const sequences = Array.from({ length: count }, () => ({
          request: 'GET /',
          attempts,
          ended: 'gave up' as const,
        }));
        return judgeBackoff({ sequences, declared: null, noise: null });
      };
      expect(found(2)).toMatchObject({ kind: 'undecided', seen: 'at once' });
      expect(found(5)).toMatchObject({ kind: 'broken' });
    },
  );
});
