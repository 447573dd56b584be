/** Judges the run of a client again, from its history: no driver is started. */
import { ProgressBoard } from '@outreach-api/engine';
import type { ClientHistory } from './clients/history/client-history-line.ts';
import { RecordedClientSession } from './clients/history/recorded-client-session.ts';
import type { ClientRule } from './clients/rules/client-rule.ts';
import { clientRules } from './clients/rules/client-rules.ts';
import { judgedBy } from './judge-client.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import type { Run } from './run.ts';
import type { WordedResult } from './words/result-words.ts';

/** How the history of a client's run is judged. */
export interface JudgeClientHistoryOptions {
  /** Called with each verdict as soon as it is known. */
  readonly onResult?: (result: WordedResult) => void;
  /** Those of the run if not set, as far as this version has them. */
  readonly rules?: readonly ClientRule[];
  /** Credentials that are masked in all that is shown, in case the history still contains one. */
  readonly secrets?: Secrets;
}

/** Judges the run of a client again: the same rules give the same verdicts. */
export async function judgeClientHistory(
  history: ClientHistory,
  options: JudgeClientHistoryOptions = {},
): Promise<Run> {
  const { rules: ids, seed, path, client, startedAt, declaration } = history.header;
  const progress = new ProgressBoard();
  const run = await judgedBy(new RecordedClientSession(history, progress), declaration, progress, {
    rules: clientRules.filter(({ id }) => ids.includes(id)),
    secrets: new Secrets(),
    ...options,
    seed,
    path,
    client,
    startedAt: new Date(startedAt),
  });
  return { ...run, seconds: history.end.seconds };
}
