/** Forwards one request to the server, and its answer back: bodies byte for byte, headers as they are meant for the other end. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@outreach-api/engine';
import { isUntrusted } from '@outreach-api/wire/why-unanswered';
import { endToEndHeaders, pairsOf } from './end-to-end-headers.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import type { UpstreamConnection } from './upstream.ts';

/** Forwards one request, and its answer back; if one side hangs up, the other side is disconnected. */
export class Handover {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  /** Null if nothing of it is kept. */
  readonly #observed: ObservedExchange | null;
  readonly #onEnd: () => void;
  #onward: ClientRequest | null = null;
  #isOver = false;

  /** @param onEnd - called once, when the answer was sent or the client has disconnected */
  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    observed: ObservedExchange | null,
    clock: Clock,
    onEnd: () => void,
  ) {
    this.#incoming = incoming;
    this.#response = response;
    this.#observed = observed;
    this.#onEnd = onEnd;
    response.sendDate = false;
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    incoming.once('end', () => observed?.arrived(clock.date(), clock.now()));
    response.once('finish', () => observed?.ended(clock.now()));
    response.once('close', () => {
      this.end();
    });
  }

  /** Ends it: nothing more can be sent to the client. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#response.writableFinished) this.#onward?.destroy();
    this.#onEnd();
  }

  /**
   * Answers instead of the server, once the request has arrived.
   *
   * @param why - the reason
   */
  answer(status: number, headers: Readonly<Record<string, string>>, body: string, why: string): void {
    this.#observed?.answered({ status, headers: Object.entries(headers).flat(), recorder: why });
    this.#observed?.came.add(Buffer.from(body));
    this.#keepSent();
    const reply = (): void => {
      this.#response.writeHead(status, headers);
      this.#response.end(body);
    };
    // A client that waits for `100 Continue` is not sent one.
    if (this.#incoming.complete || this.#incoming.headers.expect !== undefined) reply();
    else this.#incoming.once('end', reply);
    this.#incoming.resume();
  }

  /** Forwards the request. */
  forward(upstream: UpstreamConnection): void {
    const { method = 'GET', url: path = '/', rawHeaders, headers } = this.#incoming;
    const isChunked = headers['transfer-encoding'] !== undefined;
    const onward = upstream.begin({ method, path, headers: rawHeaders, isChunked });
    this.#onward = onward;
    onward.on('continue', () => {
      this.#response.writeContinue();
    });
    onward.on('information', ({ statusCode, headers: hints }) => {
      if (statusCode === 102) this.#response.writeProcessing();
      if (statusCode === 103) this.#hint(hints.link);
    });
    onward.on('response', (answer) => {
      this.#handBack(answer);
    });
    onward.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#answerInstead('the server switched protocols unasked', null);
    });
    onward.on('error', (error) => {
      this.#failed(upstream.hasReached(onward), error);
    });
    this.#keepSent();
    this.#incoming.pipe(onward);
  }

  #hint(link: string | string[] | undefined): void {
    try {
      if (link !== undefined) this.#response.writeEarlyHints({ link });
    } catch {
      // An answer is complete without its early hints; Node.js refuses links that are not well-formed.
    }
  }

  #keepSent(): void {
    if (this.#observed !== null)
      this.#incoming.on('data', (chunk: Buffer) => this.#observed?.sent.add(chunk));
  }

  #handBack(answer: IncomingMessage): void {
    const { statusCode: status = 502, statusMessage, rawHeaders, headers } = answer;
    const isLast = headers.connection?.toLowerCase() === 'close';
    // Node refuses to announce trailers if there can be none.
    const hasTrailers = headers['transfer-encoding'] !== undefined && this.#incoming.method !== 'HEAD';
    // Each client connection has its own server connection, so keep-alive parameters of one apply to the other.
    const { 'keep-alive': kept } = headers;
    const handed = [
      ...endToEndHeaders(rawHeaders, hasTrailers ? [] : ['trailer']),
      ...(isLast ? ['Connection', 'close'] : []),
      ...(kept === undefined || isLast ? [] : ['Connection', 'keep-alive', 'Keep-Alive', String(kept)]),
    ];
    answer.on('error', () => this.#response.destroy());
    try {
      this.#response.writeHead(status, statusMessage, handed);
    } catch (error) {
      answer.destroy();
      this.#answerInstead("the server's answer cannot be passed on", error);
      return;
    }
    this.#observed?.answered({ status, headers: rawHeaders, recorder: null });
    if (this.#observed !== null) answer.on('data', (chunk: Buffer) => this.#observed?.came.add(chunk));
    answer.on('end', () => {
      if (answer.rawTrailers.length > 0) this.#response.addTrailers(pairsOf(answer.rawTrailers));
    });
    answer.pipe(this.#response);
  }

  /** The server gave no answer, only part of one, or one that cannot be read. */
  #failed(wasReached: boolean, error: Error): void {
    if (codeOf(error).startsWith('HPE_')) this.#answerInstead("the server's answer cannot be read", error);
    // The server hung up, and so does the proxy.
    else if (wasReached) this.#response.destroy();
    else this.#answerInstead('the server cannot be reached', error);
  }

  /** Says to the client why it does not get the server's answer, unless it has got part of it. */
  #answerInstead(why: string, error: unknown): void {
    if (this.#response.headersSent || !this.#response.writable) {
      this.#response.destroy();
      return;
    }
    this.#incoming.unpipe();
    const code = codeOf(error);
    const hint = isUntrusted(code) ? '; NODE_EXTRA_CA_CERTS may name the certificate of its authority' : '';
    const detail = error instanceof Error ? `: ${error.message === '' ? code : error.message}${hint}` : '';
    const body = `outreach-conformance observe: ${why}${detail}\n`;
    const headers = { 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)) };
    this.answer(502, headers, body, code === '' ? why : `${why} (${code})`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
