/** Asks a driver what it can do, and what its policy is. */
import { ConfigurationError } from '../../target/configuration-error.ts';
import { isRecord, type JsonObject } from '../../records/is-record.ts';
import type { DeclaredBackoff, DeclaredJitter } from '../backoff/declared-backoff.ts';
import { driverCalls } from '../driver-call.ts';
import type { Declaration } from './declaration.ts';
import type { Driver, DriverPlace } from './driver.ts';

const names = ['base', 'factor', 'cap', 'jitter', 'attempts', 'retryAfterMax', 'from'];

/**
 * Asks a driver what it can do, and what its policy is.
 *
 * @throws ConfigurationError where it cannot be run, does not answer, or declares what is none
 */
export async function declarationOf(driver: Driver, place: DriverPlace): Promise<Declaration> {
  const outcome = await driver.make({ call: 'declare', with: {} }, place);
  if (outcome.kind === 'no answer') throw fault(`it was asked to declare itself: ${outcome.why}`);
  if (!outcome.answer.ok) throw fault('it was asked to declare itself, and says that it failed');
  const value = outcome.answer.value ?? {};
  if (!isRecord(value)) throw fault('what it declares is no object');
  const { calls = driverCalls, backoff = null } = value;
  const known = driverCalls.filter((call) => Array.isArray(calls) && calls.includes(call));
  if (known.length === 0) throw fault(`it can make none of the calls ${driverCalls.join(', ')}`);
  return { calls: known, backoff: backoff === null ? null : readBackoff(backoff) };
}

function readBackoff(given: unknown): DeclaredBackoff {
  if (!isRecord(given)) throw fault('the `backoff` that it declares is no object');
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw fault(`\`backoff\` has no \`${unknown}\`; it may have ${names.join(', ')}`);
  const { jitter = 'none', from = 'end' } = given;
  if (from !== 'end' && from !== 'start') throw fault('`backoff.from` is `end` or `start`');
  return {
    base: numberOf(given, 'base'),
    factor: given['factor'] === undefined ? 2 : numberOf(given, 'factor'),
    cap: boundOf(given, 'cap'),
    jitter: jitterOf(jitter),
    attempts: boundOf(given, 'attempts'),
    retryAfterMax: boundOf(given, 'retryAfterMax'),
    from,
  };
}

function jitterOf(jitter: unknown): DeclaredJitter {
  if (jitter === 'none' || jitter === 'full' || jitter === 'decorrelated') return jitter;
  if (Array.isArray(jitter)) {
    const [lowest, highest]: readonly unknown[] = jitter;
    if (isBound(lowest) && isBound(highest) && lowest <= highest) return [lowest, highest];
  }
  throw fault('`backoff.jitter` is `none`, `full`, `decorrelated` or two numbers, the smaller first');
}

function boundOf(given: JsonObject, name: string): number | null {
  return given[name] === undefined || given[name] === null ? null : numberOf(given, name);
}

function numberOf(given: JsonObject, name: string): number {
  const value = given[name];
  if (isBound(value)) return value;
  throw fault(`\`backoff.${name}\` is to be a number, 0 or more`);
}

function isBound(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function fault(text: string): ConfigurationError {
  return new ConfigurationError(`the driver cannot be used: ${text}`);
}
