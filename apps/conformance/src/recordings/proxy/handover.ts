/** Forwards one request to the server, and its answer back, byte for byte. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../engine/clock.ts';
import { isUntrusted } from '../../http/why-unanswered.ts';
import { endToEndHeaders } from './end-to-end-headers.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import type { UpstreamConnection } from './upstream.ts';

/** Forwards one request, and its answer back; if one side hangs up, the other side is disconnected. */
export class Handover {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  /** Null if nothing of it is kept. */
  readonly #observed: ObservedExchange | null;
  #onEnd: () => void = () => undefined;

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    observed: ObservedExchange | null,
    clock: Clock,
  ) {
    this.#incoming = incoming;
    this.#response = response;
    this.#observed = observed;
    response.sendDate = false;
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    incoming.once('end', () => observed?.arrived(clock.date(), clock.now()));
    response.once('finish', () => observed?.ended(clock.now()));
    response.once('close', () => {
      this.#onEnd();
    });
  }

  /** @param ended - called once the answer was sent, or the client has disconnected */
  onEnd(ended: () => void): void {
    this.#onEnd = ended;
  }

  /** Answers instead of the server, once the request has arrived. */
  answer(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    this.#observed?.answered({ status, headers: Object.entries(headers).flat(), isOfRecorder: true });
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
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) onward.destroy();
    });
    onward.on('continue', () => {
      this.#response.writeContinue();
    });
    onward.on('information', ({ statusCode, headers: hints }) => {
      if (statusCode === 102) this.#response.writeProcessing();
      const { link } = hints;
      if (statusCode === 103 && link !== undefined) this.#response.writeEarlyHints({ link });
    });
    onward.on('response', (answer) => {
      this.#handBack(answer);
    });
    onward.on('error', (error) => {
      this.#failed(upstream.hasReached(onward), error);
    });
    this.#keepSent();
    this.#incoming.pipe(onward);
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
    this.#observed?.answered({ status, headers: rawHeaders, isOfRecorder: false });
    if (this.#observed !== null) answer.on('data', (chunk: Buffer) => this.#observed?.came.add(chunk));
    answer.on('error', () => this.#response.destroy());
    answer.on('end', () => {
      if (answer.rawTrailers.length > 0) this.#response.addTrailers(answer.trailers);
    });
    try {
      this.#response.writeHead(status, statusMessage, handed);
    } catch {
      // Not even a similar answer can be sent.
      this.#response.destroy();
      return;
    }
    answer.pipe(this.#response);
  }

  /** The server gave no answer, or only part of one: the client gets the same. */
  #failed(wasReached: boolean, error: Error): void {
    if (this.#response.headersSent || wasReached || !this.#response.writable) {
      this.#response.destroy();
      return;
    }
    const isOfStranger = 'code' in error && isUntrusted(String(error.code));
    const hint = isOfStranger ? '; NODE_EXTRA_CA_CERTS may name the certificate of its authority' : '';
    const why = `observe cannot reach the server: ${error.message}${hint}\n`;
    this.#observed?.answered({ status: 502, headers: [], isOfRecorder: true });
    this.#incoming.unpipe();
    this.#incoming.resume();
    this.#response.writeHead(502, {
      'content-type': 'text/plain',
      'content-length': String(Buffer.byteLength(why)),
    });
    this.#response.end(why);
  }
}
