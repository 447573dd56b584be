/** The sandbox: the outreach platform's API as one `fetch` handler over a real database. */
import { createStartedSandbox } from './started-sandbox.ts';
import type { Sandbox, SandboxOptions } from './sandbox-options.ts';

/**
 * Makes a sandbox, which answers at once by its `fetch`; `serveSandbox` puts it on a socket.
 *
 * @throws {DialectError} for an unknown dimension or reading
 * @throws {UnknownTwinError} for a twin that there is not
 * @throws {DataFileError} where the data file cannot be used
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return createStartedSandbox(options).sandbox;
}
