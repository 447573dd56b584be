/** Limits every Nth request, to see how a client reacts. */

/** How a request is limited. */
export interface OwnLimitAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const body = '{"error":"limited by outreach-conformance observe (--limit-every)"}';
const shortWaitSeconds = 1;

/** Limits every Nth request, alternately with and without `Retry-After`. */
export class OwnLimit {
  readonly #every: number;
  #requests = 0;

  /** @param every - N; null limits none */
  constructor(every: number | null) {
    this.#every = every ?? Number.POSITIVE_INFINITY;
  }

  /**
   * The answer to the next request; null if it is not limited.
   *
   * @param origin - the origin of the page that sends the request, if one does: it is allowed to read the answer
   */
  next(origin: string | undefined): OwnLimitAnswer | null {
    this.#requests += 1;
    if (this.#requests % this.#every !== 0) return null;
    const isAnnounced = (this.#requests / this.#every) % 2 === 1;
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...(isAnnounced ? { 'retry-after': String(shortWaitSeconds) } : {}),
      ...(origin === undefined
        ? {}
        : {
            'access-control-allow-origin': origin,
            'access-control-expose-headers': 'Retry-After',
            vary: 'Origin',
          }),
    };
    return { headers, body };
  }
}
