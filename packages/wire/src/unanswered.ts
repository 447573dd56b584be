/** A request that got no answer, or none that is read. */
import { tooLarge } from './answer-body.ts';

/** Why a request got no answer: a code for programs, and text for people. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly code: string;
  readonly why: string;
}

/** An answer came, but it is not read. */
const unread: ReadonlySet<string> = new Set([
  'TOO_LARGE',
  'ENCODING',
  'TOO_COMPLEX',
  'UND_ERR_HEADERS_OVERFLOW',
]);
/** The connection was established, and then closed or reset. */
const cut: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** Why this machine could not send a request, and what to do. */
export interface FaultOfMachine {
  readonly seen: string;
  readonly todo: string;
}

/** No connection was opened. */
const unconnected: ReadonlyMap<string, FaultOfMachine> = new Map([
  ['EMFILE', { seen: 'this process has no file descriptor left', todo: 'raise the limit (`ulimit -n`)' }],
  [
    'ENFILE',
    { seen: 'this machine has no file descriptor left', todo: 'close what keeps so many files open' },
  ],
  [
    'EADDRNOTAVAIL',
    { seen: 'this machine has no local address or port left', todo: 'lower `requests.maxPerSecond`' },
  ],
]);
const ofMachine: ReadonlyMap<string, FaultOfMachine> = new Map([
  ...unconnected,
  ['ENOSPC', { seen: 'the disk of this machine is full', todo: 'free some space' }],
  ['EDQUOT', { seen: 'the disk quota on this machine is used up', todo: 'free some space' }],
  ['ENOMEM', { seen: 'this machine is out of memory', todo: 'free some' }],
  ['ENOBUFS', { seen: 'this machine is out of memory for connections', todo: 'free some' }],
]);
/** What would recur if the request were sent again. */
const lasting: ReadonlySet<string> = new Set(['ECONNREFUSED', 'TIMEOUT', ...unread]);

/** Whether the connection was closed or reset instead of an answer. */
export function wasCut({ code }: Unanswered): boolean {
  return cut.has(code);
}

/** Whether nobody could read the answer: its body is not encoded as its header says. */
export function wasGarbled({ code }: Unanswered): boolean {
  return code === 'ENCODING';
}

/** Why this machine could not send a request; null if it was not at fault. */
export function faultOfMachine({ code }: Pick<Unanswered, 'code'>): FaultOfMachine | null {
  const fault = ofMachine.get(code);
  return fault === undefined ? null : { ...fault, seen: `${fault.seen} (${code})` };
}

/** Whether no connection was opened: the target has not seen the request. */
export function wasNotSent({ code }: Pick<Unanswered, 'code'>): boolean {
  return unconnected.has(code);
}

/** Whether an answer came that is not read. */
export function wasUnread({ code }: Unanswered): boolean {
  return unread.has(code);
}

/** Whether the same would happen if the request were sent again. */
export function recurs({ code }: Unanswered): boolean {
  return lasting.has(code);
}

/** Why a request got no answer, by what sending it threw. */
export function unansweredBy(error: unknown): Unanswered {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(cause);
  const inner =
    error instanceof AggregateError
      ? error.errors.find((one): one is Error => one instanceof Error)
      : undefined;
  const deepest = inner ?? causes.at(-1);
  const named = deepest !== undefined && 'code' in deepest ? deepest.code : undefined;
  const code = typeof named === 'string' ? named : 'FAILED';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    const { message } = tooLarge('is');
    return { kind: 'unanswered', code: 'TOO_LARGE', why: message };
  }
  const message = deepest?.message ?? String(error);
  return { kind: 'unanswered', code, why: code === 'FAILED' ? message : `${code}: ${message}` };
}
