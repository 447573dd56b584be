/** The router: from an HTTP request to an operation of the behaviour, and back. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { handle } from '../operations/handle.ts';
import { MadeUpFailure } from '../next-answers.ts';
import type { MadeUpAnswer, NextAnswers } from '../next-answers.ts';
import { recordedBodyBound, remember } from '../request-record.ts';
import type { Effect, Operation, RecordedRequest } from '../request-record.ts';
import type { World } from '../world.ts';
import { ownCopy } from '../own-copy.ts';
import { readBody } from './read-body.ts';
import type { SandboxEnv } from './read-body.ts';
import { routes } from './routes.ts';
import { toResponse } from './to-response.ts';

/** The type of the router: its bindings are what comes with a request besides the `Request`. */
export type SandboxRouter = Hono<{ Bindings: SandboxEnv }>;
type SandboxContext = Context<{ Bindings: SandboxEnv }>;

const inHand = new AsyncLocalStorage<RecordedRequest>();

/** Records what the current request did; has no effect outside a request. */
export function noteEffect(effect: Effect): void {
  const request = inHand.getStore();
  if (request !== undefined && request.effect === 'none') request.effect = effect;
}

/** What the router needs to know of its sandbox. */
export interface AppOptions {
  readonly world: World;
  readonly behaviour: Behaviour;
  readonly record: RecordedRequest[];
  readonly latencyMs: number;
  /** What a test has planned. */
  readonly next: NextAnswers;
  /** The place of an account among the two. */
  accountIndex(accountId: number): 0 | 1 | null;
}

/** Adds the seven operations, and the answer to every other path, to the router. */
export function addOperations(router: SandboxRouter, options: AppOptions): void {
  for (const { method, path, operation } of routes) {
    router.on(method, path, (context) => answered(context, operation, options));
  }
  router.all('*', (context) => answered(context, 'unknown', options));
}

async function answered(
  context: SandboxContext,
  operation: Operation,
  options: AppOptions,
): Promise<Response> {
  const { req } = context;
  const url = new URL(req.url);
  const entry: RecordedRequest = {
    at: new Date(options.world.now()).toISOString(),
    method: req.method,
    path: url.pathname,
    query: url.search,
    operation,
    body: '',
    account: null,
    status: 0,
    effect: 'none',
  };
  remember(options.record, entry);
  const response = await inHand.run(entry, () => respond(context, url, entry, options));
  entry.status = response.status;
  return response;
}

async function madeUpResponse(madeUp: MadeUpAnswer, request: Request): Promise<Response> {
  try {
    const response = await madeUp(request);
    if (response.type !== 'error') return response;
  } catch (error) {
    throw new MadeUpFailure('the answer that was made up is a failure', { cause: error });
  }
  throw new MadeUpFailure('the answer that was made up is a failure', {
    cause: new TypeError('fetch failed'),
  });
}

async function respond(
  context: SandboxContext,
  url: URL,
  entry: RecordedRequest,
  options: AppOptions,
): Promise<Response> {
  const { world, behaviour, latencyMs } = options;
  const { req } = context;
  const env: SandboxEnv = context.env ?? {};
  const madeUp = options.next.madeUp(entry.operation);
  const body = await readBody(madeUp === null ? req.raw : req.raw.clone(), env);
  entry.body = ownCopy(body?.slice(0, recordedBodyBound) ?? '');
  if (madeUp !== null) return madeUpResponse(madeUp, req.raw);
  const call: Call = {
    operation: entry.operation,
    method: req.method,
    path: url.pathname,
    query: url.searchParams,
    headers: req.raw.headers,
    uuid: req.param('uuid')?.toLowerCase() ?? null,
    body: body ?? '',
  };
  const answer =
    body === null
      ? behaviour.refusal(refused('body-too-large', 'the body is larger than 1 MiB'), call)
      : await handle(behaviour, call, world, (caller) => {
          entry.account = options.accountIndex(caller.accountId);
        });
  if (latencyMs > 0) await sleep(latencyMs);
  if (world.dialect.dateHeader === 'absent' && env.outgoing !== undefined) env.outgoing.sendDate = false;
  return toResponse(answer, world.dialect, req.raw.headers.get('accept-encoding'), world.now());
}
