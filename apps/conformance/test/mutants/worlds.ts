/** The services that mutants are tried in, each under several readings of what the description leaves open. */
import { dialectFrom, dialectTable, type Dialect, type SandboxOptions } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import type { Rule } from '../../src/session/suite.ts';
import { rules as allRules } from '../../src/catalogue/rules.ts';
import { selectRules } from '../../src/catalogue/select-rules.ts';
import type { Network } from '@outreach-api/wire/network';
import { completeTarget, type Target } from '../../src/target/target.ts';
import { everything, sandboxTarget } from '../judge-sandbox.ts';
import { anyDialect } from '../proof/any-dialect.ts';
import {
  bare,
  fewMethods,
  prompt,
  unlikeTheSandbox,
  type OtherServiceBehaviour,
} from '../services/other-service-behaviour.ts';
import { otherService } from '../services/other-service.ts';
import { smallService } from '../services/small-webhook-service.ts';
import { simulate, simulateService, type SimulatedService } from '../simulation/simulate.ts';
import type { Answerer } from '../simulation/simulated-network.ts';

/** A service within the process, ready to be queried and judged. */
export interface ServiceInProcess {
  readonly target: Target;
  readonly network: Network;
  readonly rules: readonly Rule[];
}

/** A service, and everything that determines it. */
export interface World {
  readonly name: string;
  /** A part of the path of each source of the service. */
  readonly source: string;
  readonly seed: number;
  /** Creates the service, works with it under virtual time, and closes it. */
  readonly within: <Result>(work: (service: ServiceInProcess) => Promise<Result>) => Promise<Result>;
}

const seed = 17;
const budgets = { createApiKeys: 60, deliveries: 60 };

/** All worlds, the most informative first. */
export function worlds(): readonly World[] {
  const dialects = coveringDialects();
  return [
    ...dialects.map((dialect, at) => {
      const webhooks = [47, 130, 60, 21][at % 4] ?? 47;
      const placement = at % 3 === 2 ? placementOf(dialect) : 'auto';
      return sandboxWorld(`sandbox ${at + 1}`, seed + at, { dialect, webhooks }, { placement });
    }),
    ...limitedSandboxes(),
    otherWorld('other service', unlikeTheSandbox),
    otherWorld('other service, prompt', prompt, { placement: 'query-brackets' }),
    otherWorld('other service, bare', bare),
    otherWorld('other service, few methods', { ...fewMethods, limitsOneIn: 200 }),
    otherWorld('other service, limited', { ...prompt, bucket: { size: 40, perSecond: 4 } }, { flood: 500 }),
    smallWorld(),
  ];
}

/** Random dialects that together cover each reading of each dimension, the plain one first. */
function coveringDialects(): readonly Dialect[] {
  const plain = dialectFrom({});
  const candidates = fc.sample(anyDialect(), { seed, numRuns: 200 });
  const missing = new Set(
    Object.entries(dialectTable).flatMap(([name, { readings }]) =>
      Object.keys(readings).map((reading) => `${name} ${reading}`),
    ),
  );
  const chosen: Dialect[] = [];
  const gain = (dialect: Dialect): number => readingsOf(dialect).filter((one) => missing.has(one)).length;
  for (let next: Dialect | undefined = plain; next !== undefined && missing.size > 0;) {
    chosen.push(next);
    for (const one of readingsOf(next)) missing.delete(one);
    next = candidates.toSorted((a, b) => gain(b) - gain(a))[0];
  }
  return chosen;
}

function readingsOf(dialect: Dialect): readonly string[] {
  return Object.entries(dialect).map(([name, reading]) => `${name} ${reading}`);
}

function limitedSandboxes(): readonly World[] {
  const readings: readonly Partial<Dialect>[] = [
    { rateLimitWindow: 'bucket', rateLimitHeaders: 'none' },
    { rateLimitWindow: 'fixed', rateLimitHeaders: 'date', rateLimitScope: 'operation' },
    { rateLimitWindow: 'sliding', rateLimitHeaders: 'draft' },
    { rateLimitWindow: 'fixed', rateLimitHeaders: 'seconds', rateLimitOfOthers: 'lower' },
  ];
  const rateLimit = { requests: 60, perMs: 15_000 };
  return readings.map((reading, at) =>
    sandboxWorld(
      `limited sandbox ${at + 1}`,
      seed + at,
      { dialect: dialectFrom(reading), rateLimit },
      { flood: 700 },
    ),
  );
}

/** If it has a limit, the rules on the limit are judged; otherwise the others. */
function rulesFor(flood: number, groups: readonly string[] = []): readonly Rule[] {
  return selectRules(allRules, flood > 0 ? ['RATE'] : groups);
}

/** What the owner of a service says about it in the target file. */
interface SaidByItsOwner {
  readonly flood?: number;
  /** Where filters go. */
  readonly placement?: Placement;
}

type Placement = Target['filter']['placement'];

/** What the owner of a sandbox knows about its filters. */
function placementOf({ filterPlacement }: Dialect): Placement {
  return filterPlacement === 'all' ? 'query-json' : filterPlacement;
}

function sandboxWorld(
  name: string,
  from: number,
  options: SandboxOptions,
  { flood = 0, placement = 'auto' }: SaidByItsOwner = {},
): World {
  return {
    name,
    source: 'packages/sandbox/',
    seed: from,
    within: async (work) =>
      simulate(
        { seed: from, sandbox: { rateLimit: null, seed: from, ...options } },
        async ({ sandbox, network, url }) =>
          work({
            target: withFilters(sandboxTarget(sandbox, url, { ...budgets, flood }), placement),
            network,
            rules: rulesFor(flood),
          }),
      ),
  };
}

function withFilters(target: Target, placement: Placement): Target {
  return { ...target, filter: { ...target.filter, placement } };
}

function otherWorld(
  name: string,
  behaviour: OtherServiceBehaviour,
  { flood = 0, placement = 'auto' }: SaidByItsOwner = {},
): World {
  return {
    name,
    source: 'other-service',
    seed,
    within: async (work) =>
      simulateService(
        seed,
        (call) => throwingNothing(otherService(behaviour, null, call)),
        async (service, { network, url }) => {
          const { token, otherAccountToken, expiredToken, senderProfiles, provisioner } = service;
          const target = completeTarget({
            baseUrl: url,
            token,
            otherAccountToken,
            expiredToken,
            fixtures: { senderProfiles },
            provision: () => provisioner,
            allow: { ...everything, ...budgets, flood },
          });
          return work({ target: withFilters(target, placement), network, rules: rulesFor(flood) });
        },
      ),
  };
}

/** The server answers 500 to whatever a service throws. */
function throwingNothing<Service extends SimulatedService>(service: Service): Service {
  const answer: Answerer = async (request, env) => {
    try {
      return await service.answer(request, env);
    } catch {
      return new Response('fault', { status: 500 });
    }
  };
  return { ...service, answer };
}

function smallWorld(): World {
  return {
    name: 'small webhook service',
    source: 'small-webhook-service',
    seed,
    within: async (work) =>
      simulateService(
        seed,
        (call) => throwingNothing(smallService({}, call)),
        async (service, { network, url }) => {
          const target = completeTarget({
            baseUrl: url,
            token: 'a-key',
            provision: () => ({ createWebhook: async (webhook) => service.make(webhook) }),
            allow: { ...everything, ...budgets },
          });
          return work({ target, network, rules: rulesFor(0, ['HOOK', 'TEST', 'DEL', 'PAGE', 'AUTH-01']) });
        },
      ),
  };
}
