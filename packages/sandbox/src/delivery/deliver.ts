/** Calls a webhook's target: one request, no redirects, a timeout, and a limit on how much of the response is read. */
import { Agent, request } from 'undici';
import { answeredInProcess } from './answered-in-process.ts';
import type { DeliveryAnswer } from './answered-in-process.ts';
import { checkedAddress, TargetRefusedError } from './target-address.ts';
import type { DeliveryHosts, TargetAddress } from './target-address.ts';

/** A call to a target. */
export interface Delivery {
  readonly method: string;
  readonly url: string;
  readonly event: string;
  /** The JSON body, or null for a call without one. */
  readonly payload: string | null;
}

/** The result of a call. */
export type DeliveryResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly type: string | null;
      readonly body: Uint8Array;
    }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Whether the target may have received the call. */
      readonly sent: boolean;
    };

/** Makes a call. It does not throw: a call that fails is a result. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryResult>;

/** Limits on calls. */
export interface DeliveryOptions {
  /** Until the whole response has arrived, in ms; 5,000 by default. */
  readonly timeoutMs?: number;
  /** Which hosts may be called; `loopback` by default. */
  readonly hosts?: DeliveryHosts;
  /** Answers every call in this process, instead of the network; `timeoutMs` and `hosts` then have no effect. */
  readonly answer?: DeliveryAnswer;
  /** Makes every call, instead of everything else here. */
  readonly call?: Deliver;
}

const bodyBound = 256 * 1024;

/** A function that delivers to webhook targets within `options`. */
export function deliverer({ timeoutMs = 5000, hosts = 'loopback', answer, call }: DeliveryOptions): Deliver {
  if (call !== undefined) return call;
  if (answer !== undefined) return answeredInProcess(answer);
  return async (delivery) => {
    try {
      const url = new URL(delivery.url);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        return { kind: 'failed', reason: `${url.protocol} is not http or https`, sent: false };
      }
      const address = await checkedAddress(url.hostname, hosts);
      return await called(delivery, address, timeoutMs);
    } catch (error) {
      return { kind: 'failed', reason: failureReason(error), sent: !neverConnected(error) };
    }
  };
}

async function called(
  delivery: Delivery,
  address: TargetAddress,
  timeoutMs: number,
): Promise<DeliveryResult> {
  const agent = agentFor(address);
  try {
    const response = await request(delivery.url, {
      method: delivery.method,
      headers: {
        'user-agent': 'outreach-sandbox',
        ...(delivery.payload === null ? {} : { 'content-type': 'application/json' }),
      },
      body: delivery.payload,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await boundedBody(response.body);
    const type = response.headers['content-type'];
    return {
      kind: 'answered',
      status: response.statusCode,
      type: typeof type === 'string' ? type : null,
      body,
    };
  } finally {
    await agent.destroy();
  }
}

function agentFor({ address, family }: TargetAddress): Agent {
  return new Agent({
    connect: {
      lookup: (_host, options, done) => {
        if (options.all === true) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    },
  });
}

async function boundedBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part.subarray(0, bodyBound - size));
    size += part.length;
    if (size >= bodyBound) break;
  }
  return new Uint8Array(Buffer.concat(parts));
}

function neverConnected(error: unknown): boolean {
  if (error instanceof TargetRefusedError) return true;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ERR_INVALID_URL';
}

function failureReason(error: unknown): string {
  if (error instanceof TargetRefusedError) return error.message;
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError') return 'the target did not answer in time';
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `the call failed (${code})` : 'the call failed';
}
