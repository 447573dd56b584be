/** The command that restores what a run has left on its target. */
import { suiteCommand } from '../installation/suite-command.ts';

/** The options of a run that say which target it was, and where its ledger is. */
interface Place {
  readonly config?: string;
  readonly url?: string;
  readonly ledger: string;
}

/**
 * The command that restores what a run has left on its target; it can be pasted into a shell on the machine of the run.
 */
export function restoreCommandOf({ config, url, ledger }: Place): string {
  return [
    `${suiteCommand} restore`,
    ...(config === undefined ? [] : [`--config ${quoted(config)}`]),
    ...(url === undefined ? [] : [`--url ${quoted(url)}`]),
    `--ledger ${quoted(ledger)}`,
  ].join(' ');
}

function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
