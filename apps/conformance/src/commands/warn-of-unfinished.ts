/** Tells of earlier runs that did not restore the target. */
import { unfinishedLedgers } from '../session/keep-ledger.ts';
import type { Target } from '../target/target.ts';
import { mayChange } from '../target/target.ts';

/** Tells of earlier runs that did not restore the target, where this one changes nothing and so goes on. */
export async function warnOfUnfinished(folder: string, target: Target): Promise<void> {
  if (mayChange(target)) return;
  for (const { file, head } of await unfinishedLedgers(folder, target)) {
    process.stderr.write(
      `outreach-conformance: run ${head.run}, begun ${head.startedAt}, did not restore what it changed (${file}): see \`outreach-conformance restore\`\n`,
    );
  }
}
