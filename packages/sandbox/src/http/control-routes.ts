/**
 * Routes for other processes that use a sandbox in their tests: its record, its data, and making records. They are no
 * part of the API; a valid key of the account guards them, and no twin, rate limit or record concerns them.
 */
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../records.ts';
import type { SandboxRouter } from './app.ts';

/** What the control routes give access to. */
export interface Control {
  /** The described behaviour: a twin's must not decide who may look at its record. */
  readonly right: Behaviour;
  record(): unknown;
  snapshot(): unknown;
  createWebhook(caller: Caller, webhook: ReadonlyMap<string, string | null>): string;
  createSenderProfile(caller: Caller, profile: ReadonlyMap<string, string | null>): string;
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
    guarded(req.raw, (caller) =>
      created(req.raw, ['event', 'request_method', 'target_url'], ['name'], (fields) =>
        control.createWebhook(caller, fields),
      ),
    ),
  );
  router.post('/_sandbox/sender-profiles', ({ req }) =>
    guarded(req.raw, (caller) =>
      created(req.raw, ['first_name', 'last_name'], ['label'], (fields) =>
        control.createSenderProfile(caller, fields),
      ),
    ),
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

async function created(
  request: Request,
  required: readonly string[],
  nullable: readonly string[],
  make: (fields: ReadonlyMap<string, string | null>) => string,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => null);
  const given = new Map<string, unknown>(
    typeof body === 'object' && body !== null ? Object.entries(body) : [],
  );
  const fields = new Map<string, string | null>();
  for (const name of [...required, ...nullable]) {
    const value = given.get(name) ?? null;
    if (typeof value !== 'string' && !(value === null && nullable.includes(name))) {
      return Response.json({ error: `${name} must be a string` }, { status: 422 });
    }
    fields.set(name, value);
  }
  return Response.json({ uuid: make(fields) }, { status: 201 });
}
