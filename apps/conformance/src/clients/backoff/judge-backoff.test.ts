/** Shows that no honest client is called broken, and none that does not back off as it declares fits. */
import { describe, expect, it } from 'vitest';
import { drawnPolicy, drawnService } from '../../../test/clients/drawn-policy.ts';
import { falseDeclarations } from '../../../test/clients/false-declarations.ts';
import {
  calibration,
  honestClient,
  randomOf,
  retrySequence,
  type SimulatedService,
} from '../../../test/clients/simulated-retries.ts';
import type { BackoffFinding } from './backoff-finding.ts';
import { judgeBackoff } from './judge-backoff.ts';

describe('honest clients', () => {
  it('are never broken, 2,000 policies drawn, with their policy declared and without', () => {
    const kinds = Array.from({ length: 2000 }, (_, index) => {
      const random = randomOf(index);
      const declared = drawnPolicy(random);
      const noise = random() < 0.8 ? calibration(random) : null;
      const client = honestClient(declared);
      const sequences = Array.from({ length: 20 }, () => retrySequence(client, drawnService(random), random));
      return [declared, null].map((one) => judgeBackoff({ sequences, declared: one, noise }).kind);
    });
    expect(kinds.filter((both) => both.includes('broken'))).toEqual([]);
    expect(kinds.filter(([declared]) => declared === 'fits').length).toBeGreaterThan(800);
  });
});

/** Says nothing four times of five; then 45 s, 0, 1 s, and a date. */
function serviceOf(index: number): SimulatedService {
  const silent: SimulatedService = { answerMs: 1, retryAfter: () => null };
  const telling: Readonly<Record<number, SimulatedService>> = {
    4: { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 45 }) },
    9: { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 0 }) },
    14: { answerMs: 1, retryAfter: () => ({ kind: 'seconds', seconds: 1 }) },
    19: { answerMs: 1, retryAfter: (answeredAt) => ({ kind: 'date', at: answeredAt + 2000 }) },
  };
  return telling[index] ?? silent;
}

/** What is found of a client that does not do what it declares, after 20 sequences, by seed. */
function findings(name: string): BackoffFinding[] {
  const { declared, client } = falseDeclarations[name] ?? expect.fail(name);
  return Array.from({ length: 10 }, (_, seed) => {
    const random = randomOf(seed);
    const sequences = Array.from({ length: 20 }, (__, at) => retrySequence(client, serviceOf(at), random));
    return judgeBackoff({ sequences, declared, noise: calibration(random) });
  });
}

/** Those that chance may hide, or that are exponential all the same, only otherwise than declared. */
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
    for (const finding of findings(name)) {
      if (finding.kind !== 'undecided') expect(finding.kind).toBe('broken');
      else
        expect(finding.why).toMatch(undecided[name] ?? expect.fail(`${name} is undecided: ${finding.why}`));
    }
  });
});
