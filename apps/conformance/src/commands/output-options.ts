/** The options that say in which forms a report is wanted, for all commands that make one. */
import type { Command } from 'commander';

/** Adds the options that `WantedOutputs` holds to a command. */
export function outputOptions(command: Command): Command {
  return command
    .option('--json <file>', 'write the report as JSON')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--ctrf <file>', 'write the report in the Common Test Report Format (JSON)')
    .option('--html <file>', 'write the report as one HTML page')
    .option('--badge <file>', 'write the counts as a badge (SVG)')
    .option('--github', 'annotations and a job summary for GitHub; in its workflows they are the default')
    .option('--no-github', 'neither, even in a GitHub workflow');
}
