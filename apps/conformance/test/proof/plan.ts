/** Plans the runs of the proof: sound, complete; each from one seed. */
import { dialectFrom, twins, type Dialect, type Twin } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { derivedSeed } from '../../src/engine/seed.ts';
import { disturbanceNames } from '../simulation/disturbances.ts';
import { anyDialect, anyNumberOfWebhooks } from './any-dialect.ts';
import type { Job } from './job.ts';

/** How much is proved. */
export interface Extent {
  readonly seed: number;
  /** Dialects without a twin. */
  readonly dialects: number;
  /** Dialects without a twin, each in a world that disturbs the run. */
  readonly worlds: number;
  /** Dialects for each twin. */
  readonly dialectsATwin: number;
  /** Only one twin in so many, others with another seed; 1 for all. */
  readonly oneTwinIn: number;
}

/** Every so many dialects one is flooded too: it takes longer. */
const floodedOneIn = 5;

/** In every so many dialects no record can be made, so that lists stay as short as they are. */
const unprovisionedOneIn = 3;

/** Sandboxes that conform: nothing may fail on them. */
export function soundJobs({ seed, dialects }: Extent): readonly Job[] {
  const from = derivedSeed(seed, 'sound');
  const chosen = fc.sample(anyDialect(), { seed: from, numRuns: dialects });
  const counts = fc.sample(anyNumberOfWebhooks(), { seed: from, numRuns: dialects });
  return chosen.map((dialect, index) => {
    const flood = index % floodedOneIn === 0;
    return {
      name: `sound-${index}`,
      seed: derivedSeed(seed, `sound-${index}`),
      twin: null,
      dialect: flood ? dialectFrom({ ...dialect, rateLimitWindow: 'bucket' }) : dialect,
      webhooks: counts[index] ?? 47,
      provisions: index % unprovisionedOneIn !== 1,
      flood,
      disturbance: 'none',
    };
  });
}

/** Sandboxes that conform, in worlds that disturb the run: nothing may fail on them. */
export function worldJobs({ seed, worlds }: Extent): readonly Job[] {
  const from = derivedSeed(seed, 'worlds');
  const chosen = fc.sample(anyDialect(), { seed: from, numRuns: worlds });
  const counts = fc.sample(anyNumberOfWebhooks(), { seed: from, numRuns: worlds });
  return chosen.map((dialect, index) => ({
    name: `world-${index}`,
    seed: derivedSeed(seed, `world-${index}`),
    twin: null,
    dialect,
    webhooks: counts[index] ?? 47,
    provisions: index % unprovisionedOneIn !== 1,
    flood: false,
    disturbance: disturbanceNames[index % disturbanceNames.length] ?? 'none',
  }));
}

/** Broken twins: the rule of the broken statement must fail on them, and nothing that is not a consequence. */
export function twinJobs({ seed, dialectsATwin, oneTwinIn }: Extent): readonly Job[] {
  return twins
    .filter((_, index) => (index + seed) % oneTwinIn === 0)
    .flatMap((twin) => {
      const from = derivedSeed(seed, twin.name);
      const dialects = fc.sample(anyDialect(), { seed: from, numRuns: dialectsATwin });
      return dialects.map((dialect, index) => ({
        name: `${twin.name}-${index}`,
        seed: derivedSeed(seed, `${twin.name}-${index}`),
        twin: twin.name,
        dialect: dialectThatShows(twin, dialect),
        webhooks: index % 3 === 0 ? 47 : index % 3 === 1 ? 60 : 130,
        provisions: true,
        flood: twin.needs.includes('flood'),
        disturbance: 'none' as const,
      }));
    });
}

function dialectThatShows(twin: Twin, dialect: Dialect): Dialect {
  const needed: Record<string, string> = {};
  if (twin.needs.includes('filters') && dialect.filterPlacement === 'none')
    needed['filterPlacement'] = 'query-json';
  // Where the first account alone is limited, or each operation apart, some of these defects do not exist.
  if (twin.needs.includes('flood'))
    Object.assign(needed, { rateLimitWindow: 'bucket', rateLimitScope: 'all', rateLimitOfOthers: 'same' });
  // Nor do they where keys are refused or revoked before they can show them.
  if (twin.needs.includes('createApiKeys'))
    Object.assign(needed, { keyNames: 'any', keyQuota: 'none', keyRotation: 'kept' });
  return dialectFrom({ ...dialect, ...needed, ...twin.under });
}
