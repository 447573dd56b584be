/** Starts a sandbox in a separate process, to be judged. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import provision from '../examples/provision.mjs';
import { everything } from '../test/judge-sandbox.ts';
import { completeTarget, type Target } from '../src/target/target.ts';

const command = fileURLToPath(new URL('../../../packages/sandbox/src/command.ts', import.meta.url));

/** A sandbox in a separate process, as the target of a run with everything allowed but the flood. */
export interface ServedApart {
  readonly target: Target;
  readonly close: () => void;
}

/**
 * Starts a sandbox with its own command and reads from its output how to use it.
 *
 * @param options - of the command, besides the port
 */
export async function serveApart(options: readonly string[] = []): Promise<ServedApart> {
  const given = ['--conditions=@outreach-api/source', command, '--port', '0', ...options];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const text = await new Promise<string>((resolve) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes('A first use')) resolve(printed);
    });
  });
  const tokens = text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
  const [token = '', , expiredToken = '', otherAccountToken = ''] = tokens;
  const profiles = /to read and update\s+(.*)/.exec(text)?.[1]?.split(' ') ?? [];
  return {
    target: completeTarget({
      baseUrl: /listens on (\S+)/.exec(text)?.[1] ?? '',
      token,
      otherAccountToken,
      expiredToken,
      fixtures: { senderProfiles: profiles },
      provision,
      allow: everything,
    }),
    close: () => {
      child.kill();
    },
  };
}
