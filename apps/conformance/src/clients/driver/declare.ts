/** Asks a driver what it can do, and what its policy is. */
import { ConfigurationError } from '../../target/configuration-error.ts';
import { isRecord } from '../../records/is-record.ts';
import { driverCalls } from '../driver-call.ts';
import { readBackoff } from './client-file.ts';
import type { Declaration } from './declaration.ts';
import type { Driver, DriverPlace } from './driver.ts';

/**
 * Asks a driver what it can do, and what its policy is.
 *
 * @throws ConfigurationError if it cannot be run, does not answer, or makes an invalid declaration
 */
export async function declarationOf(driver: Driver, place: DriverPlace): Promise<Declaration> {
  const outcome = await driver.make({ call: 'declare', with: {} }, place);
  if (outcome.kind === 'no answer') throw fault(`it was asked to declare itself: ${outcome.why}`);
  if (!outcome.answer.ok) throw fault('it was asked to declare itself, and reports a failure');
  const value = outcome.answer.value ?? {};
  if (!isRecord(value)) throw fault('its declaration is not an object');
  const { calls = driverCalls, backoff = null } = value;
  const known = driverCalls.filter((call) => Array.isArray(calls) && calls.includes(call));
  if (known.length === 0) throw fault(`it can make none of the calls ${driverCalls.join(', ')}`);
  return { calls: known, backoff: backoff === null ? null : readBackoff(backoff) };
}

function fault(text: string): ConfigurationError {
  return new ConfigurationError(`the driver cannot be used: ${text}`);
}
