/** Receives the webhook calls of the target. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as untilPolled, setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError } from '../target/configuration-error.ts';
import type { Target } from '../target/target.ts';

/** A call that the target made, as it came. */
export interface ReceivedCall {
  /** As on the wire; lower case where the target sent lower case. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly bodyLength: number;
  /** Whether the body says anything: `null`, `{}` and `[object Object]` do not. */
  readonly hasData: boolean;
  /** Whether the caller hung up before it was answered: what is slow to answer, or held up itself, may be given up. */
  readonly hungUp: boolean;
}

/** How an address answers, where not at once and in JSON. */
export interface AnswerManner {
  /** Set where it answers in plain text. */
  readonly asText?: boolean;
  /** How long it takes to answer, in milliseconds. */
  readonly delayMs?: number;
}

/** One address of the receiver, what is answered there, and what came. */
export interface Mailbox {
  readonly url: string;
  /** Path and query of `url`. */
  readonly path: string;
  /** The status that each call is answered with. */
  readonly status: number;
  /** A text in the body of each answer that occurs nowhere else. */
  readonly marker: string;
  readonly calls: readonly ReceivedCall[];
}

interface OpenCall extends ReceivedCall {
  hungUp: boolean;
}

interface OpenMailbox extends Mailbox {
  readonly calls: OpenCall[];
  readonly manner: AnswerManner;
}

interface Taken {
  /** Undefined where the call is for no address. */
  readonly mailbox: OpenMailbox | undefined;
  readonly call: OpenCall;
}

interface Body {
  readonly length: number;
  /** Its beginning. */
  readonly head: string;
}

const noBody: Body = { length: 0, head: '' };

/** Of a body no more is looked at. */
const longestHead = 100_000;

/** Receives the webhook calls of the target, and tells each test's calls from the others'. */
export class Receiver {
  readonly #server: Server;
  readonly #base: string;
  readonly #mailboxes: Map<string, OpenMailbox>;
  readonly #id: string;
  #count = 0;

  private constructor(server: Server, base: string, mailboxes: Map<string, OpenMailbox>, id: string) {
    this.#server = server;
    this.#base = base;
    this.#mailboxes = mailboxes;
    this.#id = id;
  }

  /**
   * Starts to listen.
   *
   * @param id - part of each address
   * @throws ConfigurationError where `receiver.listen` cannot be listened on
   */
  static async start({ listen, publicUrl }: Target['receiver'], id: string): Promise<Receiver> {
    const mailboxes = new Map<string, OpenMailbox>();
    const taken = (method: string, requested: string, { length, head }: Body): Taken => {
      const mailbox = mailboxes.get(keyOf(requested));
      const path = strip(requested, publicUrl);
      const call = { method, path, bodyLength: length, hasData: saysSomething(head), hungUp: false };
      mailbox?.calls.push(call);
      return { mailbox, call };
    };
    /** What cannot be read from these on is part of a call that is counted. */
    const beingRead = new WeakSet<Duplex>();
    const server = createServer((request, response) => {
      beingRead.add(request.socket);
      void collect(request).then(async (body) => {
        beingRead.delete(request.socket);
        const { mailbox, call } = taken(request.method ?? '', request.url ?? '', body);
        response.once('close', () => {
          call.hungUp ||= !response.writableFinished;
        });
        await wait(mailbox?.manner.delayMs ?? 0);
        await untilPolled();
        call.hungUp ||= request.socket.readableEnded;
        answer(response, mailbox);
      });
    });
    // Node's parser refuses methods that it does not know, lower-case ones among them: they are calls all the same.
    server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
      const [method = '', path = ''] =
        (error.rawPacket?.toString('latin1') ?? '').split('\r\n')[0]?.split(' ') ?? [];
      if (!beingRead.has(socket)) taken(method, path, noBody);
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
    // A service may keep its connections: on one that is closed under its hands its next call would be lost.
    server.keepAliveTimeout = 0;
    const { host, port } = split(listen);
    await new Promise<void>((resolve, reject) => {
      server.on('error', (error: Error) => {
        reject(
          new ConfigurationError(`\`receiver.listen\` ${listen} cannot be listened on: ${error.message}`),
        );
      });
      server.listen(port, host, resolve);
    });
    const address = server.address();
    const bound = isAddress(address) ? address.port : port;
    const base = publicUrl?.replace(/\/+$/, '') ?? `http://${host}:${bound}`;
    return new Receiver(server, base, mailboxes, id);
  }

  /**
   * Opens an address for one test.
   *
   * @param suffix - path and query after the part that tells this address from others, e.g. `/a/b?c=d`
   * @param status - the status to answer with
   */
  open(suffix: string, status: number, manner: AnswerManner = {}): Mailbox {
    this.#count += 1;
    const key = `outreach-conformance-${this.#id}-${this.#count}`;
    const path = `/${key}${suffix}`;
    const mailbox: OpenMailbox = {
      url: `${this.#base}${path}`,
      path,
      status,
      marker: `marker-${this.#id}-${this.#count}`,
      calls: [],
      manner,
    };
    this.#mailboxes.set(key, mailbox);
    return mailbox;
  }

  /** Stops to listen. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => {
      this.#server.close(() => {
        done();
      });
    });
  }
}

/** The body; where the connection ends before it does, what of it came. */
async function collect(request: IncomingMessage): Promise<Body> {
  let length = 0;
  let head = '';
  try {
    for await (const chunk of request.setEncoding('latin1')) {
      length += String(chunk).length;
      if (head.length < longestHead) head += String(chunk);
    }
  } catch {
    // What is cut off was a call all the same.
  }
  return { length, head };
}

/** A call for no address is answered with a success: passed on, a failure would read as a refusal of its test. */
function answer(response: ServerResponse, mailbox: OpenMailbox | undefined): void {
  const { status = 200, marker = null, manner = {} } = mailbox ?? {};
  const type = manner.asText === true ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': type });
  response.end(manner.asText === true ? `received ${marker}` : JSON.stringify({ received: marker }));
}

/** Whether anything is left of a body without what stands for nothing. */
function saysSomething(body: string): boolean {
  return /[^\s{}[\]",:]/.test(body.replaceAll(/\[object Object\]|\b(?:null|undefined)\b/g, ''));
}

function keyOf(path: string): string {
  return /outreach-conformance-[0-9a-f]+-\d+/i.exec(path)?.[0].toLowerCase() ?? '';
}

/** Path and query without what stands before them in a whole address (RFC 9112, 3.2.2) and in a public one. */
function strip(requested: string, publicUrl: string | null): string {
  const path = requested.replace(/^https?:\/\/[^/?]*/i, '');
  const prefix = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  return prefix !== '' && path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

function split(listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(':');
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(listen.slice(colon + 1)) };
}

function isAddress(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
