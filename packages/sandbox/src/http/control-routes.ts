/**
 * Routes for other processes that use a sandbox in their tests: its record, its data, and creating records. They are
 * not part of the API; a valid key of the account guards them, and no twin, rate limit or record applies to them.
 */
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { GivenFieldError } from '../given-fields.ts';
import type { Caller } from '../records.ts';
import type { SandboxRouter } from './app.ts';

/** What the control routes give access to. */
export interface Control {
  /** The described behaviour: a twin's must not decide who may read its record. */
  readonly right: Behaviour;
  record(): unknown;
  snapshot(): unknown;
  /** @throws {GivenFieldError} if a field is missing, unknown or of a wrong type */
  createWebhook(caller: Caller, webhook: unknown): string;
  /** @throws {GivenFieldError} as above */
  createSenderProfile(caller: Caller, profile: unknown): string;
}

/** Adds the routes under `/_sandbox/`. */
export function addControlRoutes(router: SandboxRouter, control: Control): void {
  const guarded = async (request: Request, then: (caller: Caller) => Promise<Response> | Response) => {
    const caller = await callerOf(request, control.right);
    return caller === null
      ? Response.json({ error: 'send a valid API key of the sandbox' }, { status: 401 })
      : then(caller);
  };
  router.get('/_sandbox/requests', ({ req }) => guarded(req.raw, () => Response.json(control.record())));
  router.get('/_sandbox/snapshot', ({ req }) => guarded(req.raw, () => Response.json(control.snapshot())));
  router.post('/_sandbox/webhooks', ({ req }) =>
    guarded(req.raw, (caller) => created(req.raw, (body) => control.createWebhook(caller, body))),
  );
  router.post('/_sandbox/sender-profiles', ({ req }) =>
    guarded(req.raw, (caller) => created(req.raw, (body) => control.createSenderProfile(caller, body))),
  );
}

async function callerOf(request: Request, right: Behaviour): Promise<Caller | null> {
  const call: Call = {
    operation: 'unknown',
    method: request.method,
    path: '',
    query: new URLSearchParams(),
    headers: request.headers,
    uuid: null,
    body: '',
  };
  const token = right.credential(call);
  return token === null ? null : right.identify(token, call);
}

async function created(request: Request, make: (body: unknown) => string): Promise<Response> {
  const body: unknown = await request.json().catch(() => null);
  try {
    return Response.json({ uuid: make(body) }, { status: 201 });
  } catch (error) {
    if (error instanceof GivenFieldError) return Response.json({ error: error.message }, { status: 422 });
    throw error;
  }
}
