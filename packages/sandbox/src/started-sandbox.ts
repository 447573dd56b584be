/** Assembles a sandbox: data, behaviour, record and router. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { checkOptions } from './check-options.ts';
import { describedBehaviour } from './described/described-behaviour.ts';
import { deliverer } from './delivery/deliver.ts';
import { dialectFrom } from './dialect/dialect.ts';
import { addControlRoutes } from './http/control-routes.ts';
import { addOperations, noteEffect } from './http/app.ts';
import type { SandboxRouter } from './http/app.ts';
import { addCrossOrigin } from './http/cross-origin.ts';
import type { SandboxEnv } from './http/read-body.ts';
import { MadeUpFailure, nextAnswers } from './next-answers.ts';
import { seededRandom } from './random.ts';
import { recordMakers, shownUuid } from './record-makers.ts';
import type { RecordedRequest } from './request-record.ts';
import type { Sandbox, SandboxAccount, SandboxOptions } from './sandbox-options.ts';
import { signingKey } from './signing-key.ts';
import { snapshotOf } from './snapshot.ts';
import { fillStore } from './starting-data/starting-data.ts';
import { inheritCredentials, startingCredentials } from './starting-data/starting-credentials.ts';
import { openStore } from './store/store.ts';
import type { Account } from './store/store.ts';
import { findTwin } from './twins/twins.ts';
import type { Twin } from './twins/twins.ts';
import type { World } from './world.ts';

/** A sandbox, and what another one can take over from it. */
export interface StartedSandbox {
  readonly sandbox: Sandbox;
  readonly world: World;
  readonly record: RecordedRequest[];
}

/**
 * Creates a sandbox, synchronously.
 *
 * @param before - a sandbox whose credentials stay valid in the new one, if its keys use the same algorithm, and whose
 * record is emptied and reused
 * @throws the errors of `createSandbox`
 */
export function createStartedSandbox(options: SandboxOptions, before?: StartedSandbox): StartedSandbox {
  checkOptions(options);
  const twin = options.twin === undefined ? null : findTwin(options.twin);
  const timers = new Set<NodeJS.Timeout>();
  const world = makeWorld(options, twin, timers, before?.world);
  if (world.store.accounts().length === 0) {
    fillStore(world.store, options.seed ?? 1, options.webhooks ?? 47, world.dialect);
  }
  const right = describedBehaviour(world);
  const next = nextAnswers();
  const behaviour = next.limiting(twin === null ? right : twin.twist(right, world));
  const [first, second] = world.store.accounts();
  if (first === undefined || second === undefined)
    throw new TypeError('the data file does not hold two accounts');
  if (before?.world.key === world.key) {
    for (const account of [first, second]) inheritCredentials(account, before.world, world);
  }
  const accounts = [sandboxAccount(first, world), sandboxAccount(second, world)] as const;
  const record = before?.record ?? [];
  record.length = 0;
  const make = recordMakers(world, [first, second]);
  const snapshot = (): ReturnType<typeof snapshotOf> => snapshotOf(world.store);
  const router: SandboxRouter = new Hono<{ Bindings: SandboxEnv }>();
  const accountIndex = (id: number): 0 | 1 | null => (id === first.id ? 0 : id === second.id ? 1 : null);
  if (options.cors === true) addCrossOrigin(router);
  addControlRoutes(router, { right, record: () => record, snapshot, ...make.forCaller });
  addOperations(router, { world, behaviour, record, next, latencyMs: options.latencyMs ?? 0, accountIndex });
  router.onError(onFault);
  const sandbox: Sandbox = {
    fetch: async (request, env = {}) => failing(router.fetch(request, env)),
    accounts,
    createWebhook: make.createWebhook,
    createSenderProfile: make.createSenderProfile,
    limitNext: next.limitNext,
    answerNext: next.answerNext,
    get pendingAnswers() {
      return next.pendingAnswers;
    },
    record,
    snapshot,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      world.store.close();
    },
  };
  return { sandbox, world, record };
}

function onFault(error: Error): Response {
  if (error instanceof MadeUpFailure) throw error;
  return Response.json({ error: `fault of the sandbox: ${error.message}` }, { status: 500 });
}

// An error thrown by a made-up answer is passed on unchanged, as if the network had failed.
async function failing(response: Response | Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    throw error instanceof MadeUpFailure ? error.cause : error;
  }
}

function newUuids({ data, seed = 1 }: SandboxOptions): () => string {
  // Half a period away from the starting data, which draws from the seed itself.
  const random = seededRandom(seed + 2 ** 31);
  return () => (data === undefined ? random.uuid() : randomUUID());
}

function makeWorld(
  options: SandboxOptions,
  twin: Twin | null,
  timers: Set<NodeJS.Timeout>,
  before: World | undefined,
): World {
  const dialect = dialectFrom(options.dialect);
  const store = openStore(options.data, dialect.listOrder, noteEffect);
  const clock = options.now ?? (() => new Date());
  const twinsLimit = twin?.needs.includes('flood') === true ? { requests: 60, perMs: 1000 } : null;
  return {
    dialect,
    store,
    key:
      before?.key.algorithm === dialect.jwtAlgorithm
        ? before.key
        : signingKey(store, dialect.jwtAlgorithm, options.secret, options.data === undefined),
    rateLimit: options.rateLimit === undefined ? twinsLimit : options.rateLimit,
    deliver: deliverer(options.deliveries ?? {}),
    now: () => clock().getTime(),
    newUuid: newUuids(options),
    note: noteEffect,
    later: (delayMs, act) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, delayMs);
      timers.add(timer);
    },
  };
}

function sandboxAccount(account: Account, world: World): SandboxAccount {
  const { store } = world;
  const shown = ({ uuid }: { uuid: string }): string => shownUuid(uuid, world.dialect);
  return {
    ...startingCredentials(account, world),
    teamId: account.teamId,
    userId: account.userIds[0] ?? 0,
    webhooks: () => store.webhooks.slice(account.id, 0, store.webhooks.count(account.id)).map(shown),
    senderProfiles: () => store.senderProfiles.ofAccount(account.id).map(shown),
  };
}
