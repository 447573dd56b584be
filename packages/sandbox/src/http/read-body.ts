/** Reads the body of a request up to a limit; also that of a GET, which a web `Request` cannot carry. */

/** What may come with a request besides the `Request`: the parts of a socket's exchange, or a body for a GET. */
export interface SandboxEnv {
  /** The incoming message of `node:http`; a GET's body is read from it. */
  readonly incoming?: AsyncIterable<Uint8Array | string>;
  /** The outgoing message of `node:http`. */
  readonly outgoing?: { sendDate: boolean };
  /** The body of a GET, for callers without a socket. */
  readonly body?: string;
}

const bound = 1024 * 1024;

/** The body as text, or null if it is larger than 1 MiB. */
export async function readBody(request: Request, env: SandboxEnv): Promise<string | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return request.body === null ? '' : boundedText(request.body);
  }
  if (env.body !== undefined) return env.body;
  const length = request.headers.get('content-length');
  const carriesBody = (length !== null && length !== '0') || request.headers.has('transfer-encoding');
  return carriesBody && env.incoming !== undefined ? boundedText(env.incoming) : '';
}

async function boundedText(parts: AsyncIterable<Uint8Array | string>): Promise<string | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    size += bytes.length;
    if (size > bound) return null;
    read.push(bytes);
  }
  return Buffer.concat(read).toString('utf8');
}
