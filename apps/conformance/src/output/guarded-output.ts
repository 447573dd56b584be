/** The only way to a terminal or a log: no credential goes out there, and no text acts. */
import { Secrets } from '../session/secrets.ts';
import { harmless, withoutCommands } from './harmless-text.ts';

/** Where text is written to, e.g. `process.stdout`. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Both outputs of the process. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
}

/** The colours of the suite itself: bold, dim, red, green, yellow, and the ends of each. */
// oxlint-disable-next-line no-control-regex
const ownColours = /(\u001B\[(?:1|2|22|31|32|33|39)m)/;

/**
 * An output for whatever text: credentials are masked, what would act on a terminal is shown as an escape, and no line
 * is taken for a command by what runs the job. In a terminal the suite's own colours pass.
 */
export function guardedOutput(output: Output, secrets: Pick<Secrets, 'mask'>): Output {
  return {
    isTTY: output.isTTY === true,
    write: (text) => output.write(guarded(text, output.isTTY === true, secrets)),
  };
}

/** Both outputs of the process, guarded. @param secrets - what is known of a run; what looks like a credential is masked anyway */
export function guardedTerminal(secrets = new Secrets()): Terminal {
  return {
    stdout: guardedOutput(process.stdout, secrets),
    stderr: guardedOutput(process.stderr, secrets),
  };
}

function guarded(text: string, isTerminal: boolean, secrets: Pick<Secrets, 'mask'>): string {
  const masked = secrets.mask(text);
  const parts = isTerminal ? masked.split(ownColours) : [masked];
  return withoutCommands(parts.map((part, index) => (index % 2 === 1 ? part : harmless(part))).join(''));
}
