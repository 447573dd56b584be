/** The sandbox: the outreach platform's API as one `fetch` handler over a real database. */
import { createStartedSandbox } from './started-sandbox.ts';
import type { Sandbox, SandboxOptions } from './sandbox-options.ts';

/**
 * Creates a sandbox, which answers at once through its `fetch`; `serveSandbox` puts it on a socket.
 *
 * @throws {DialectError} for an unknown dimension or reading
 * @throws {UnknownTwinError} for an unknown twin
 * @throws {DataFileError} if the data file cannot be used
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return createStartedSandbox(options).sandbox;
}
