/** Plans the runs of the proof, for soundness and completeness, each from one seed. */
import { dialectFrom, twins, type Dialect, type Twin } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { derivedSeed } from '@outreach-api/engine';
import { disturbanceNames } from '../simulation/disturbances.ts';
import { faultsFrom } from './faults/drawn-fault.ts';
import { anyDialect, anyNumberOfWebhooks } from './any-dialect.ts';
import type { BudgetName, Job } from './job.ts';

/** How much to prove. */
export interface Extent {
  readonly seed: number;
  /** Dialects without a twin. */
  readonly dialects: number;
  /** Dialects without a twin, each in a world with a disturbance. */
  readonly worlds: number;
  /** Pairs of runs with the recommended budgets: one behind a gateway that fails now and then, one without. */
  readonly nights: number;
  /** Only disturbances whose names contain this; empty for all. */
  readonly disturbedBy: string;
  /** Dialects for each twin. */
  readonly dialectsATwin: number;
  /** Dialects for each small budget of a twin whose defect shows in what budgets limit. */
  readonly dialectsABudget: number;
  /** Worlds with a disturbance for each twin. */
  readonly worldsATwin: number;
  /** Faults drawn from the table of operations, effects and circumstances. */
  readonly drawnFaults: number;
  /** Only one in this many twins, others with another seed; 1 for all. */
  readonly oneTwinIn: number;
}

/** One in this many dialects is flooded, too: that takes longer. */
const floodedOneIn = 5;

const smallBudgets: readonly BudgetName[] = ['smallest', 'small'];

/** In one of this many dialects no record can be created, so that lists stay as short as they are. */
const unprovisionedOneIn = 3;

/** Conforming sandboxes: nothing may fail on them. */
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
      maxRequests: null,
    };
  });
}

/** Conforming sandboxes in worlds with a disturbance: nothing may fail on them. */
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
    // Each disturbance meets both.
    provisions: Math.floor(index / names.length) % unprovisionedOneIn !== 1,
    flood: false,
    budget: 'plenty',
    disturbance: names[index % names.length] ?? 'none',
    maxRequests: null,
  }));
}

/**
 * Conforming sandboxes with the recommended budgets, each once behind a gateway that fails now and then, and once
 * without it: both should decide the same. Their keys are not limited or replaced by newer ones: there it depends on the
 * order in which simultaneous requests arrive what even a quiet night decides.
 */
export function nightJobs({ seed, nights }: Extent): readonly Job[] {
  const from = derivedSeed(seed, 'nights');
  const chosen = fc.sample(anyDialect(), { seed: from, numRuns: nights });
  const counts = fc.sample(anyNumberOfWebhooks(), { seed: from, numRuns: nights });
  return chosen.flatMap((dialect, index) => {
    const quiet: Job = {
      name: `quiet-night-${index}`,
      seed: derivedSeed(seed, `night-${index}`),
      twin: null,
      dialect: dialectFrom({ ...dialect, keyRotation: 'kept', keyQuota: 'none' }),
      webhooks: counts[index] ?? 47,
      provisions: index % unprovisionedOneIn !== 1,
      flood: false,
      budget: 'recommended',
      disturbance: 'none',
      maxRequests: null,
    };
    return [quiet, { ...quiet, name: `night-${index}`, disturbance: 'a gateway that fails now and then' }];
  });
}

/** Drawn faults, each on a sandbox with the default dialect: a rule that one of them breaks should fail. */
export function faultJobs({ seed, drawnFaults }: Extent): readonly Job[] {
  return faultsFrom(derivedSeed(seed, 'faults'), drawnFaults).map((fault, index) => ({
    name: `fault-${index}`,
    seed: derivedSeed(seed, `fault-${index}`),
    twin: null,
    drawnFault: fault,
    maxRequests: null,
    dialect: dialectFrom({}),
    webhooks: index % 3 === 0 ? 47 : index % 3 === 1 ? 60 : 130,
    provisions: true,
    flood: false,
    budget: 'plenty',
    disturbance: 'none',
  }));
}

/** Broken twins: the rule of the broken statement must fail on them, and nothing else but consequences. */
export function twinJobs(extent: Extent): readonly Job[] {
  return chosenTwins(extent).flatMap((twin) => runsOf(twin, extent.seed, extent.dialectsATwin));
}

/**
 * Broken twins in worlds with a disturbance: the rule of the broken statement need not fail there, but must not pass.
 */
export function twinWorldJobs(extent: Extent): readonly Job[] {
  const { seed, worldsATwin, disturbedBy } = extent;
  const names = disturbanceNames.filter((name) => name !== 'none' && name.includes(disturbedBy));
  return chosenTwins(extent).flatMap((twin, index) =>
    runsOf(twin, derivedSeed(seed, 'worlds'), worldsATwin).map((job, world) => ({
      ...job,
      name: `world-of-${job.name}`,
      disturbance: names[(index + world) % names.length] ?? 'none',
    })),
  );
}

/**
 * Broken twins whose defect shows only in what budgets limit, with small budgets: the rule of the broken statement
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
    maxRequests: null,
  }));
}

function dialectThatShows(twin: Twin, dialect: Dialect): Dialect {
  const needed: Record<string, string> = {};
  if (twin.needs.includes('filters') && dialect.filterPlacement === 'none')
    needed['filterPlacement'] = 'query-json';
  // If only the first account is limited, or each operation separately, some of these defects do not exist.
  if (twin.needs.includes('flood'))
    Object.assign(needed, { rateLimitWindow: 'bucket', rateLimitScope: 'all', rateLimitOfOthers: 'same' });
  // Nor do they if keys are refused or revoked before they can show them.
  if (twin.needs.includes('createApiKeys'))
    Object.assign(needed, { keyNames: 'any', keyQuota: 'none', keyRotation: 'kept' });
  return dialectFrom({ ...dialect, ...needed, ...twin.under });
}
