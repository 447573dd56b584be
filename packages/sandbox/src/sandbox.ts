/** The sandbox: the outreach platform's API as one `fetch` handler over a real database. */
import { Hono } from 'hono';
import { describedBehaviour } from './described/described-behaviour.ts';
import { deliverer } from './delivery/deliver.ts';
import { dialectFrom } from './dialect/dialect.ts';
import { addControlRoutes } from './http/control-routes.ts';
import { addOperations, noteEffect } from './http/app.ts';
import type { SandboxRouter } from './http/app.ts';
import type { SandboxEnv } from './http/read-body.ts';
import { recordMakers, shownUuid } from './record-makers.ts';
import type { RecordedRequest } from './request-record.ts';
import type { Sandbox, SandboxAccount, SandboxOptions } from './sandbox-options.ts';
import { signingKey } from './signing-key.ts';
import { snapshotOf } from './snapshot.ts';
import { fillStore } from './starting-data/starting-data.ts';
import { startingCredentials } from './starting-data/starting-credentials.ts';
import { openStore } from './store/store.ts';
import type { Account } from './store/store.ts';
import { findTwin } from './twins/twins.ts';
import type { Twin } from './twins/twins.ts';
import type { World } from './world.ts';

/**
 * Makes a sandbox, which answers at once by its `fetch`; `serveSandbox` puts it on a socket.
 *
 * @throws {DialectError} for an unknown dimension or reading
 * @throws {UnknownTwinError} for a twin that there is not
 * @throws {DataFileError} where the data file cannot be used
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const twin = options.twin === undefined ? null : findTwin(options.twin);
  const timers = new Set<NodeJS.Timeout>();
  const world = await makeWorld(options, twin, timers);
  if (world.store.accounts().length === 0) fillStore(world.store, options.seed ?? 1, options.webhooks ?? 47);
  const right = describedBehaviour(world);
  const behaviour = twin === null ? right : twin.twist(right, world);
  const [first, second] = world.store.accounts();
  if (first === undefined || second === undefined) throw new TypeError('the data file holds no two accounts');
  const ids = [first.id, second.id] as const;
  const accounts = [await sandboxAccount(first, world), await sandboxAccount(second, world)] as const;
  const record: RecordedRequest[] = [];
  const make = recordMakers(world, [first, second]);
  const snapshot = (): ReturnType<typeof snapshotOf> => snapshotOf(world.store);
  const router: SandboxRouter = new Hono<{ Bindings: SandboxEnv }>();
  const accountIndex = (id: number): 0 | 1 | null => (id === ids[0] ? 0 : id === ids[1] ? 1 : null);
  addControlRoutes(router, { right, record: () => record, snapshot, ...make.forCaller });
  addOperations(router, { world, behaviour, record, latencyMs: options.latencyMs ?? 0, accountIndex });
  router.onError((error) =>
    Response.json({ error: `fault of the sandbox: ${error.message}` }, { status: 500 }),
  );
  return {
    fetch: async (request, env = {}) => router.fetch(request, env),
    accounts,
    createWebhook: make.createWebhook,
    createSenderProfile: make.createSenderProfile,
    record,
    snapshot,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      world.store.close();
    },
  };
}

async function makeWorld(
  options: SandboxOptions,
  twin: Twin | null,
  timers: Set<NodeJS.Timeout>,
): Promise<World> {
  const dialect = dialectFrom(options.dialect);
  const store = openStore(options.data, dialect.listOrder, noteEffect);
  const clock = options.now ?? (() => new Date());
  const twinsLimit = twin?.needs.includes('flood') === true ? { requests: 60, perMs: 1000 } : null;
  return {
    dialect,
    store,
    key: await signingKey(store, dialect.jwtAlgorithm, options.secret, options.data === undefined),
    rateLimit: options.rateLimit === undefined ? twinsLimit : options.rateLimit,
    deliver: deliverer(options.deliveries ?? {}),
    now: () => clock().getTime(),
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

async function sandboxAccount(account: Account, world: World): Promise<SandboxAccount> {
  const { store } = world;
  const shown = ({ uuid }: { uuid: string }): string => shownUuid(uuid, world.dialect);
  return {
    ...(await startingCredentials(account, world)),
    teamId: account.teamId,
    userId: account.userIds[0] ?? 0,
    webhooks: () => store.webhooks.slice(account.id, 0, store.webhooks.count(account.id)).map(shown),
    senderProfiles: () => store.senderProfiles.ofAccount(account.id).map(shown),
  };
}
