/** Records the traffic between the suite and a service, so that two runs from one seed can be compared. */
import { gunzipSync } from 'node:zlib';
import type { IncomingCall, Network, WireAnswer } from '@outreach-api/wire/network';
import type { SentRequest } from '@outreach-api/model/records/exchange';

/** An answer as it was recorded. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request with its answer, or a delivery of the service to a target. */
export interface RecordedExchange {
  readonly asked: string;
  readonly answered: string;
}

/** The request text of a delivery to a target. */
export const callToATarget = 'a call to a target';

/** Receives the recorded traffic, in order. */
export type OnTraffic = (traffic: RecordedExchange) => void;

/** The same network, with all traffic recorded. */
export function observed(network: Network, onTraffic: OnTraffic): Network {
  return {
    connect: (target) => {
      const wire = network.connect(target);
      return {
        send: async (request, signal) => {
          const record = (answered: string): void => {
            onTraffic({ asked: printedRequest(request), answered });
          };
          try {
            const { answer, again } = await wholeAnswer(await wire.send(request, signal));
            record(printedAnswer(answer));
            return again;
          } catch (error) {
            record(`no answer: ${String(error)}`);
            throw error;
          }
        },
        close: async () => wire.close(),
      };
    },
    listen: async (listen, take) =>
      network.listen(listen, (call) => {
        onTraffic({ asked: callToATarget, answered: printedCall(call) });
        return take(call);
      }),
  };
}

/** An answer, and a copy for others to read. */
export async function wholeAnswer(
  answer: WireAnswer,
): Promise<{ readonly answer: RecordedAnswer; readonly again: WireAnswer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { status, headers } = answer;
  const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
  const body = async function* body(): AsyncGenerator<Buffer> {
    yield bytes;
  };
  return { answer: { status, headers, text }, again: { status, headers, body: body() } };
}

const token = /\b(eyJ[\w-]*)\.([\w-]*)\.[\w-]+/g;

/**
 * Signatures, and keys within tokens, do not depend on the seed; their effect on the length of a compressed answer is
 * random, too.
 */
function unsigned(text: string): string {
  return text.replaceAll(token, (_, header: string, payload: string) => {
    const head = Buffer.from(header, 'base64url').toString();
    return `${head.replaceAll(/"(?:x|y|n|k|kid)":"[^"]*"/g, '')}.${payload}.signature`;
  });
}

function printedRequest({ method, url, headers, body }: SentRequest): string {
  const { authorization = '' } = headers;
  const credential = authorization.replace(/^Basic (.+)$/, (_, encoded: string) => {
    return `Basic of ${Buffer.from(encoded, 'base64').toString()}`;
  });
  return unsigned(`${method} ${url}\n${credential}\n${(body ?? '').slice(0, 2000)}`);
}

function printedAnswer({ status, headers, text }: RecordedAnswer): string {
  const isPacked = 'content-encoding' in headers;
  const headerLines = Object.entries(headers)
    .filter(([name]) => !(isPacked && name === 'content-length'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`);
  return unsigned([status, ...headerLines, '', text].join('\n'));
}

function printedCall({ method, path, length, head }: IncomingCall): string {
  return unsigned(`${method} ${path}\n${length}\n${head}`);
}
