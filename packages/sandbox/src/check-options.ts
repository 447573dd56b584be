/** Checks the options of a sandbox, for callers without a compiler: a wrong value would be accepted silently. */
import { inspect } from 'node:util';
import type { SandboxOptions } from './sandbox-options.ts';

/** What is wrong with a value: what it must be; null if nothing is. */
type Check = (value: unknown) => string | null;

const must =
  (be: string, holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? null : be;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The range of a timer. */
const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < 2 ** 31;

const isRateLimit = (value: unknown): boolean => {
  if (value === null) return true;
  if (!isObject(value) || !('requests' in value) || !('perMs' in value)) return false;
  const { requests, perMs } = value;
  return isWhole(requests) && requests > 0 && typeof perMs === 'number' && perMs > 0;
};

const isHosts = (value: unknown): boolean =>
  value === 'loopback' || value === 'any' || (Array.isArray(value) && value.every((host) => isText(host)));

const deliveryChecks: Record<keyof NonNullable<SandboxOptions['deliveries']>, Check> = {
  timeoutMs: must('milliseconds, 0 or more', isTime),
  hosts: must("'loopback', 'any' or an array of names", isHosts),
  answer: must('a function', isFunction),
  call: must('a function', isFunction),
};

const checks: Record<keyof SandboxOptions, Check> = {
  seed: must('a whole number', isWhole),
  data: must('the path of a file', isText),
  // These two are checked where their possible values are known.
  dialect: () => null,
  twin: () => null,
  rateLimit: must('{ requests, perMs } with a whole number of requests, both above 0, or null', isRateLimit),
  webhooks: must('a whole number, 0 or more', (value) => isWhole(value) && value >= 0),
  latencyMs: must('milliseconds, 0 or more', isTime),
  now: must('a function that gives a Date', isFunction),
  deliveries: must('an object', isObject),
  cors: must('true or false', (value) => typeof value === 'boolean'),
  secret: must('a text', isText),
};

/**
 * Checks options; those that are `undefined` are not set.
 *
 * @param names - the options that exist; by default all of a sandbox's
 * @throws {TypeError} that names the option, what it must be and what it is
 */
export function checkOptions(options: SandboxOptions, names: readonly string[] = Object.keys(checks)): void {
  if (!isObject(options)) throw new TypeError(`options must be an object, not ${shown(options)}`);
  checkEach(options, '', checks, names);
  if (options.deliveries !== undefined) checkEach(options.deliveries, 'deliveries.', deliveryChecks);
}

function checkEach(
  options: object,
  prefix: string,
  known: Readonly<Record<string, Check>>,
  names: readonly string[] = Object.keys(known),
): void {
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name)) {
      throw new TypeError(`there is no option ${prefix}${name}; the options are ${names.join(', ')}`);
    }
    const wrong = value === undefined ? null : (known[name]?.(value) ?? null);
    // A secret is not shown.
    if (wrong !== null) {
      throw new TypeError(
        `${prefix}${name} must be ${wrong}${name === 'secret' ? '' : `; not ${shown(value)}`}`,
      );
    }
  }
}

function shown(value: unknown): string {
  return inspect(value, { depth: 1, breakLength: Infinity });
}
