/** Shows that no honest client is called broken, and none that does not back off as it declares fits. */
import { describe, expect, it } from 'vitest';
import { drawnPolicy, drawnService } from '../../../test/clients/drawn-policy.ts';
import {
  calibration,
  honestClient,
  randomOf,
  retrySequence,
} from '../../../test/clients/simulated-retries.ts';
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
