/** Receives the webhook calls of the target. */
import type { AnswerBody } from './received-call.ts';
import type { CallAnswer, CallListener, Network } from './network.ts';
import { sockets } from './sockets.ts';
import type { ReceivedCall, ReplyOptions } from './received-call.ts';

/** Where calls are received. */
export interface ReceiverOptions {
  /** Host and port. */
  readonly listen: string;
  /** The address by which the caller reaches it; null: the same. */
  readonly publicUrl: string | null;
}

/** One address of the receiver, its answer, and the calls that came. */
export interface Mailbox {
  readonly url: string;
  /** Path and query of `url`. */
  readonly path: string;
  /** The status of each answer. */
  readonly status: number;
  /** A text in the body of each answer that occurs nowhere else. */
  readonly marker: string;
  readonly calls: readonly ReceivedCall[];
  /** From now on, calls are answered at once. */
  hurry(): void;
}

interface OpenCall extends ReceivedCall {
  hungUp: boolean;
}

interface OpenMailbox extends Mailbox {
  readonly calls: OpenCall[];
  reply: ReplyOptions;
}

/** Receives the webhook calls of the target, and keeps each test's calls apart. */
export class Receiver {
  readonly #listener: CallListener;
  readonly #base: string;
  readonly #mailboxes: Map<string, OpenMailbox>;
  readonly #id: string;
  #count = 0;

  private constructor(listener: CallListener, base: string, mailboxes: Map<string, OpenMailbox>, id: string) {
    this.#listener = listener;
    this.#base = base;
    this.#mailboxes = mailboxes;
    this.#id = id;
  }

  /**
   * Starts listening.
   *
   * @param id - part of each address
   * @throws ConfigurationError if `receiver.listen` cannot be listened on
   */
  static async start(
    { listen, publicUrl }: ReceiverOptions,
    id: string,
    network: Pick<Network, 'listen'> = sockets,
  ): Promise<Receiver> {
    const mailboxes = new Map<string, OpenMailbox>();
    const listener = await network.listen(listen, ({ method, path: requested, length, head }) => {
      const mailbox = mailboxes.get(keyOf(requested));
      const call: OpenCall = {
        method,
        path: strip(requested, publicUrl),
        bodyLength: length,
        hasData: saysSomething(head),
        hungUp: false,
      };
      mailbox?.calls.push(call);
      return {
        delayMs: mailbox?.reply.delayMs ?? 0,
        answer: answerOf(mailbox),
        hungUp: () => {
          call.hungUp = true;
        },
      };
    });
    return new Receiver(listener, publicUrl?.replace(/\/+$/, '') ?? listener.url, mailboxes, id);
  }

  /**
   * Opens an address for one test.
   *
   * @param suffix - path and query after the part that identifies this address, e.g. `/a/b?c=d`
   * @param status - the status to answer with
   */
  open(suffix: string, status: number, reply: ReplyOptions = {}): Mailbox {
    this.#count += 1;
    const key = `outreach-conformance-${this.#id}-${this.#count}`;
    const path = `/${key}${suffix}`;
    const mailbox: OpenMailbox = {
      url: `${this.#base}${path}`,
      path,
      status,
      marker: `marker-${this.#count}-${this.#id}`,
      calls: [],
      reply,
      hurry: () => {
        mailbox.reply = { ...reply, delayMs: 0 };
      },
    };
    this.#mailboxes.set(key, mailbox);
    return mailbox;
  }

  /** Stops listening. */
  async close(): Promise<void> {
    await this.#listener.close();
  }
}

/**
 * A call for no address is answered with a success: passed on by the target, a failure would read as a refusal of its
 * test.
 */
function answerOf(mailbox: OpenMailbox | undefined): CallAnswer {
  const { status = 200, marker = '', reply = {} } = mailbox ?? {};
  return { status, ...bodies[reply.body ?? 'json'](marker) };
}

/** Longer than the buffers and columns that hold only short answers, 64 kB among them. */
const longBody = ' and more of it'.repeat(4400);

/** What is taken for a failure whatever the status is, and a character that some columns do not hold. */
const error = {
  ok: false,
  success: false,
  status: 'error',
  error: 'none',
  errors: ['none'],
  detail: 'é %s {{0}}\0',
};

/** The bodies by kind, each with the marker in it unless there is no place for it. */
const bodies: Readonly<Record<AnswerBody, (marker: string) => Omit<CallAnswer, 'status'>>> = {
  json: (marker) => ({ type: 'application/json', body: JSON.stringify({ ok: true, received: marker }) }),
  error: (marker) => ({
    type: 'application/problem+json; charset=UTF-8',
    body: JSON.stringify({ received: marker, ...error }),
  }),
  list: (marker) => ({ type: 'application/json', body: JSON.stringify(['received', marker]) }),
  null: () => ({ type: 'application/json', body: 'null' }),
  // Nothing says what it is.
  text: (marker) => ({ type: null, body: `received ${marker}` }),
  html: (marker) => ({
    // The value of a parameter may be quoted (RFC 9110, 5.6.6).
    type: 'text/html; charset="utf-8"',
    body: `<!doctype html><title>Reçu 🎉</title><p>${marker}</p>`,
  }),
  xml: (marker) => ({
    type: 'application/xml',
    body: `\uFEFF<?xml version="1.0"?>\n<received>${marker}</received>`,
  }),
  'no JSON': (marker) => ({ type: 'application/json', body: `OK ${marker}` }),
  // It is no UTF-8.
  'long text': (marker) => ({ type: 'text/plain', body: Buffer.from(`reçu ${marker}${longBody}`, 'latin1') }),
  none: () => ({ type: null, body: '' }),
};

/** Whether anything is left of a body without what programs of several languages write for nothing. */
function saysSomething(body: string): boolean {
  const nothing = /\[object Object\]|\b(?:null|undefined|None|nil|NaN|Array|false|0)\b/g;
  return /[^\s{}[\]",:<>]/.test(body.replaceAll(nothing, ''));
}

/** A hyphen may come escaped (RFC 3986, 6.2.2.2). */
function keyOf(path: string): string {
  const plain = path.replaceAll(/%2d/gi, '-');
  return /outreach-conformance-[0-9a-f]+-\d+/i.exec(plain)?.[0].toLowerCase() ?? '';
}

/** Path and query without what precedes them in a whole address (RFC 9112, 3.2.2) and in a public one. */
function strip(requested: string, publicUrl: string | null): string {
  const path = requested.replace(/^https?:\/\/[^/?]*/i, '');
  const prefix = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  return prefix !== '' && path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
