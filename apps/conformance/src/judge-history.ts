/** Judges a run again, from its history: nothing is sent. */
import { runRules, trialOf } from '@outreach-api/engine';
import type { Rule } from './session/suite.ts';
import { RecordedSource } from './history/recorded-source.ts';
import type { WrittenHistory } from './history/read-history.ts';
import type { Run } from './run.ts';
import { openQuestions } from './catalogue/open-questions.ts';
import { rules as allRules } from './catalogue/rules.ts';
import { credentialsOf } from './session/credentials-of.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { maskedResult, maskedRun } from './masked-run.ts';
import type { WordedResult } from './words/result-words.ts';

/** How a history is judged. */
export interface JudgeHistoryOptions {
  /** Called with each verdict as soon as it is known. */
  readonly onResult?: (result: WordedResult) => void;
  /** Those of the run if not set, as far as this version has them. */
  readonly rules?: readonly Rule[];
  /** Credentials that are masked in all that is shown, in case the history still contains one. */
  readonly secrets?: Secrets;
}

/**
 * Judges a run again: the same rules give the same verdicts, and newer ones judge what they can. A rule stays undecided
 * if it would have looked at something that the run did not.
 */
export async function judgeHistory(history: WrittenHistory, options: JudgeHistoryOptions = {}): Promise<Run> {
  const { header, end } = history;
  const source = new RecordedSource(history);
  const secrets = options.secrets ?? new Secrets();
  for (const [secret, placeholder] of credentialsOf(source.target)) secrets.add(secret, placeholder);
  const { seed, runs, path, observe, firstPass = null } = header;
  const results = await runRules(
    source,
    options.rules ?? allRules.filter(({ id }) => header.rules.includes(id)),
    {
      seed,
      runs,
      path,
      observe,
      firstPass,
      experiments: allRules.flatMap(({ trials }) => trials),
      onResult: (result) => options.onResult?.(maskedResult(result, secrets)),
    },
    {
      experiments: openQuestions.map(({ experiment }) => trialOf(experiment)),
      before: null,
      meanwhile: async () => false,
      afterwards: async () => undefined,
    },
  );
  const { observations, ledger, requests, waits, seconds, stopped, cutShort } = end;
  return maskedRun({
    target: source.target,
    startedAt: new Date(header.startedAt),
    seed,
    results,
    observations,
    ledger,
    requests,
    waits,
    seconds,
    stopped,
    cutShort,
    secrets,
  });
}
