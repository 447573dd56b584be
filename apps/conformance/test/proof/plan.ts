/** Plans the runs of the proof: sound, complete; each from one seed. */
import { dialectFrom, twins, type Dialect, type Twin } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { derivedSeed } from '../../src/engine/seed.ts';
import { disturbanceNames } from '../simulation/disturbances.ts';
import { anyDialect, anyNumberOfWebhooks } from './any-dialect.ts';
import type { BudgetName, Job } from './job.ts';

/** How much is proved. */
export interface Extent {
  readonly seed: number;
  /** Dialects without a twin. */
  readonly dialects: number;
  /** Dialects without a twin, each in a world that disturbs the run. */
  readonly worlds: number;
  /** Of what disturbs the worlds, all whose name holds this; empty for all. */
  readonly disturbedBy: string;
  /** Dialects for each twin. */
  readonly dialectsATwin: number;
  /** Dialects for each small budget of a twin that shows by what can be counted. */
  readonly dialectsABudget: number;
  /** Only one twin in so many, others with another seed; 1 for all. */
  readonly oneTwinIn: number;
}

/** Every so many dialects one is flooded too: it takes longer. */
const floodedOneIn = 5;

const smallBudgets: readonly BudgetName[] = ['smallest', 'recommended'];

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
      budget: 'plenty',
      disturbance: 'none',
    };
  });
}

/** Sandboxes that conform, in worlds that disturb the run: nothing may fail on them. */
export function worldJobs({ seed, worlds, disturbedBy }: Extent): readonly Job[] {
  const names = disturbanceNames.filter((name) => name.includes(disturbedBy));
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
    budget: 'plenty',
    disturbance: names[index % names.length] ?? 'none',
  }));
}

/** Broken twins: the rule of the broken statement must fail on them, and nothing that is not a consequence. */
export function twinJobs(extent: Extent): readonly Job[] {
  return chosenTwins(extent).flatMap((twin) => runsOf(twin, extent.seed, extent.dialectsATwin));
}

/**
 * Broken twins that only show by what can be counted, where little of it may be spent: the rule of the broken statement
 * need not fail there, but must not pass.
 */
export function budgetJobs(extent: Extent): readonly Job[] {
  const { seed, dialectsABudget } = extent;
  return chosenTwins(extent)
    .filter(({ breaks, needs }) => isOfBudgets(breaks) || needs.some(isBudget))
    .flatMap((twin) =>
      smallBudgets.flatMap((budget) =>
        runsOf(twin, derivedSeed(seed, budget), dialectsABudget).map((job) => ({
          ...job,
          name: `${budget}-${job.name}`,
          budget,
        })),
      ),
    );
}

function isOfBudgets(statement: string): boolean {
  return statement.startsWith('TEST-') || statement.startsWith('KEY-');
}

function isBudget(need: string): boolean {
  return need === 'createApiKeys' || need === 'deliveries';
}

function chosenTwins({ seed, oneTwinIn }: Extent): readonly Twin[] {
  return twins.filter((_, index) => (index + seed) % oneTwinIn === 0);
}

function runsOf(twin: Twin, seed: number, dialects: number): readonly Job[] {
  const from = derivedSeed(seed, twin.name);
  return fc.sample(anyDialect(), { seed: from, numRuns: dialects }).map((dialect, index) => ({
    name: `${twin.name}-${index}`,
    seed: derivedSeed(seed, `${twin.name}-${index}`),
    twin: twin.name,
    dialect: dialectThatShows(twin, dialect),
    webhooks: index % 3 === 0 ? 47 : index % 3 === 1 ? 60 : 130,
    provisions: true,
    flood: twin.needs.includes('flood'),
    budget: 'plenty',
    disturbance: 'none',
  }));
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
