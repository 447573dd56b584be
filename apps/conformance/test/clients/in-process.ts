/** Services and clients within the test process: no sockets are used, so time may be virtual. */
import type { CallOutcome, DriverAnswer } from '../../src/clients/driver-call.ts';
import type { Driver, DriverPlace, DriverRequest } from '../../src/clients/driver/driver.ts';
import type { ScriptedService } from '../../src/clients/service/scripted-service.ts';
import type { ServicePlace } from '../../src/clients/service/service-place.ts';
import { clientRules } from '../../src/clients/rules/client-rules.ts';
import type { ClientRule } from '../../src/clients/rules/client-rule.ts';
import { uncalibrated } from '../../src/clients/run/calibration.ts';
import type { WriteLine } from '../../src/history/history-writer.ts';
import { judgeClient } from '../../src/judge-client.ts';
import type { Run } from '../../src/run.ts';
import { inVirtualTime } from '../simulation/virtual-time.ts';

/** Sends a request, as `fetch` does. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A client under test: makes a call with the given `fetch`. */
export type ClientUnderTest = (
  request: DriverRequest,
  place: Pick<DriverPlace, 'baseUrl' | 'token'> & { readonly fetch: Fetch },
) => Promise<DriverAnswer>;

const latencyMs = 2;

/** Judges a client within the process, under virtual time. */
export async function judgeInProcess(
  client: ClientUnderTest,
  declaration: Readonly<Record<string, unknown>>,
  rules: readonly ClientRule[] = clientRules,
  history: WriteLine | null = null,
): Promise<Run> {
  return inVirtualTime(1, async () => {
    const services = new Map<string, ScriptedService>();
    return judgeClient(driverOf(client, declaration, services), {
      rules,
      seed: 1,
      path: null,
      command: 'a client of the tests',
      place: placeIn(services),
      calibration: uncalibrated,
      concurrency: 50,
      mostMs: 40_000,
      history,
    });
  });
}

function placeIn(services: Map<string, ScriptedService>): ServicePlace {
  let next = 0;
  return {
    open: async (service) => {
      next += 1;
      const baseUrl = `http://client-${next}.invalid`;
      services.set(baseUrl, service);
      return {
        baseUrl,
        close: async () => {
          services.delete(baseUrl);
        },
      };
    },
  };
}

function driverOf(
  client: ClientUnderTest,
  declaration: Readonly<Record<string, unknown>>,
  services: ReadonlyMap<string, ScriptedService>,
): Driver {
  return {
    make: async (request, { baseUrl, token, longestMs }): Promise<CallOutcome> => {
      if (request.call === 'declare')
        return { kind: 'answered', answer: { ok: true, value: { ...declaration } } };
      const over = new AbortController();
      const fetch: Fetch = async (input, init) => {
        over.signal.throwIfAborted();
        return answered(new Request(input, init), init, services);
      };
      const late = new Promise<CallOutcome>((resolve) => {
        setTimeout(() => {
          over.abort();
          resolve({ kind: 'no answer', why: 'it took too long' });
        }, longestMs);
      });
      const made = client(request, { baseUrl, token, fetch }).then(
        (answer): CallOutcome => ({ kind: 'answered', answer }),
        (error: unknown): CallOutcome => ({ kind: 'no answer', why: String(error) }),
      );
      return Promise.race([made, late]);
    },
  };
}

async function answered(
  request: Request,
  init: RequestInit | undefined,
  services: ReadonlyMap<string, ScriptedService>,
): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const service = services.get(origin);
  if (service === undefined) throw new TypeError('fetch failed');
  await passed(latencyMs);
  const text = await request.text();
  const { answer, log } = await service.answer({
    method: request.method,
    path: `${pathname}${search}`,
    headers: headersAsGiven(request, init),
    body: text === '' ? null : text,
    arrivedAt: performance.now(),
    connection: null,
  });
  if (answer === null || answer.cutAt !== undefined) {
    log.answered(answer, null);
    throw new TypeError('fetch failed');
  }
  log.answered(answer, performance.now());
  await passed(latencyMs);
  const { status, headers } = answer;
  return new Response(status === 204 ? null : answer.text, { status, headers });
}

/** `Request` adds a content type to a text body: that would hide a client that sends none. */
function headersAsGiven(request: Request, init: RequestInit | undefined): Record<string, string> {
  const given = new Headers(init?.headers);
  const { 'content-type': _, ...headers } = Object.fromEntries(request.headers);
  const type = given.get('content-type') ?? (init === undefined ? request.headers.get('content-type') : null);
  return type === null ? headers : { ...headers, 'content-type': type };
}

async function passed(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
