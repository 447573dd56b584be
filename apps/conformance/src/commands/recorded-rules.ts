/** The rules that the options of a command select for recordings: on servers and on clients. */
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { clientRules } from '../clients/rules/client-rules.ts';
import type { RecordingOptions } from '../judge-recording.ts';

/** What selects rules. */
export interface Picked {
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * The selected rules, on servers and on clients.
 *
 * @throws ConfigurationError if a name matches no rule, or no rule is left
 */
export function recordedRulesOf({
  rule,
  exclude,
}: Picked): Pick<Required<RecordingOptions>, 'rules' | 'clientRules'> {
  const picked = new Set(
    selectRules([...rules, ...clientRules], rule, '--rule', exclude).map(({ id }) => id),
  );
  return {
    rules: rules.filter(({ id }) => picked.has(id)),
    clientRules: clientRules.filter(({ id }) => picked.has(id)),
  };
}
