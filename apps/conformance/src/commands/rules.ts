/** `outreach-conformance rules`: lists the rules. */
import { Command } from 'commander';
import { describedRules } from '../catalogue/described-rule.ts';
import { ruleLines } from '../catalogue/rule-text.ts';
import { excludeOption } from './rule-options.ts';
import { selectRules } from '../catalogue/select-rules.ts';

interface RulesOptions {
  readonly json?: true;
  readonly exclude: readonly string[];
}

/**
 * `outreach-conformance rules`: lists the rules.
 *
 * @param finished - is passed the exit code
 */
export function rulesCommand(finished: (code: number) => void): Command {
  return excludeOption(new Command('rules'))
    .description('List the rules, each with its sentence and what it needs of the target file.')
    .argument('[id|group...]', 'only these, e.g. PAGE or PAGE-06')
    .option('--json', 'print them as JSON')
    .action((names: readonly string[], { json, exclude }: RulesOptions) => {
      const described = selectRules(describedRules(), names, 'rules', exclude);
      const text = json === true ? JSON.stringify(described, null, 2) : described.map(ruleLines).join('\n');
      process.stdout.write(`${text}\n`);
      finished(0);
    });
}
