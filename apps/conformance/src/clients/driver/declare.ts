/** Asks a driver what it can do, and what its policy is. */
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { isRecord } from '@outreach-api/model/records/is-record';
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
  const { value = {}, beside = [] } = outcome.answer;
  if (beside.length > 0) throw fault(`its declaration has ${named(beside)}, but no \`value\``);
  if (!isRecord(value ?? {})) throw fault('the `value` of its declaration is not an object');
  const declared = isRecord(value) ? value : {};
  const fields = Object.keys(declared);
  if (fields.length > 0 && !fields.some((field) => known.includes(field)))
    throw fault(`the \`value\` of its declaration has ${named(fields)}, none of which is known`);
  const { calls = driverCalls, backoff = null } = declared;
  if (!Array.isArray(calls)) throw fault('the `calls` of its declaration are not a list');
  const made = driverCalls.filter((call) => calls.includes(call));
  if (made.length === 0) throw fault(`it can make none of the calls ${driverCalls.join(', ')}`);
  return { calls: made, backoff: backoff === null ? null : readBackoff(backoff) };
}

const known: readonly string[] = ['calls', 'backoff', 'stays'];
const example = { ok: true, value: { calls: ['webhooks.list'], backoff: { base: 200 }, stays: true } };

function fault(text: string): ConfigurationError {
  return new ConfigurationError(
    `the driver cannot be used: ${text}; it is expected to answer \`declare\` with a line such as ${JSON.stringify(example)}, where each field of \`value\` is optional`,
  );
}

function named(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}
