/** Guards the outputs of the process: whoever writes to them, no credential gets out, and no text takes effect. */
import { environmentSecrets } from './environment-secrets.ts';
import { Secrets } from './secrets.ts';
import { harmless, withoutCommands } from './harmless-text.ts';

/** An output of the process, e.g. `process.stdout`. */
export interface Stream {
  readonly isTTY?: boolean;
  write(chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean;
}

type Done = (error?: Error | null) => void;

/** What moves the cursor, erases and colours, for the suite's own progress and questions. No title, link or clipboard. */
// oxlint-disable-next-line no-control-regex
const ofTerminals = /(\r(?!\n)|\u001B\[\??[\d;]{0,12}[ABCDGJKhlmsu])/;
/** How the suite itself begins its messages to GitHub; see `githubAnnotations`. */
const annotation = /^::(?:error|warning) title=[^:,]*::/;

/**
 * Guards outputs from now on, as the last filter for all text: credentials are masked as far as the environment and
 * their form reveal them, control characters are shown as escapes, and no line is a command to the job runner. On a
 * terminal, the suite's own cursor movements and colours pass; text of a target has already been through {@link
 * Secrets.mask}.
 */
export function guardOutputs(streams: readonly Stream[], environment: NodeJS.ProcessEnv): void {
  const secrets = new Secrets();
  for (const [secret, placeholder] of environmentSecrets(environment)) secrets.add(secret, placeholder);
  for (const stream of streams) {
    const write = stream.write.bind(stream);
    stream.write = (chunk, encoding, done) => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return write(guarded(secrets.maskExactly(text), stream.isTTY === true), encoding, done);
    };
  }
}

function guarded(text: string, isTerminal: boolean): string {
  const parts = isTerminal ? text.split(ofTerminals) : [text];
  const shown = parts.map((part, index) => (index % 2 === 1 ? part : harmless(part))).join('');
  return shown
    .split('\n')
    .map((line) => (annotation.test(line) ? line : withoutCommands(line)))
    .join('\n');
}
