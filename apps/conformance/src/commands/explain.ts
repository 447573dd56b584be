/** `outreach-conformance explain`: explains one rule. */
import { Command } from 'commander';
import leven from 'leven';
import { describedRules } from '../catalogue/described-rule.ts';
import { nearText, ruleText } from '../catalogue/rule-text.ts';
import { statements, type StatementId } from '@outreach-api/model/generated/statements';
import { statementsWithoutARule } from '../catalogue/statements-without-a-rule.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

/** How many statements before and after one are shown. */
const nearby = 2;

/**
 * `outreach-conformance explain`: explains one rule.
 *
 * @param finished - is passed the exit code
 */
export function explainCommand(finished: (code: number) => void): Command {
  return new Command('explain')
    .description('Explain one rule: what it says and needs, what it would catch, how it looks at the target.')
    .argument('<id>', 'the id of a statement, e.g. PAGE-06')
    .action((name: string) => {
      process.stdout.write(`${explanationOf(statementNamed(name))}\n`);
      finished(0);
    });
}

function explanationOf(id: StatementId): string {
  const rule = describedRules().find((one) => one.id === id);
  if (rule !== undefined) return ruleText(rule, near(id));
  const { level, section, says } = statements[id];
  const why = statementsWithoutARule[id] ?? 'no reason is written down';
  return [
    `${id} (${level}; ${section})`,
    `  ${says}`,
    '',
    `It has no rule: ${why}.`,
    ...nearText(near(id)),
  ].join('\n');
}

/** The statements of the same group around one. */
function near(id: StatementId): readonly string[] {
  const group = ids().filter((other) => groupOf(other) === groupOf(id));
  const at = group.indexOf(id);
  return group
    .filter((other, index) => other !== id && Math.abs(index - at) <= nearby)
    .map((other) => `${other.padEnd(8)} ${statements[other].says}`);
}

function statementNamed(name: string): StatementId {
  const wanted = name.toUpperCase();
  const found = ids().find((id) => id === wanted);
  if (found !== undefined) return found;
  const members = ids().filter((id) => groupOf(id) === wanted);
  if (members.length > 0)
    throw new ConfigurationError(`explain ${name}: that is a group; name one of ${members.join(', ')}`);
  const distances = ids().map((id) => ({ id, distance: leven(id, wanted) }));
  const closest = Math.min(...distances.map(({ distance }) => distance));
  const hint =
    closest <= 2
      ? `did you mean ${distances
          .filter(({ distance }) => distance === closest)
          .slice(0, 3)
          .map(({ id }) => id)
          .join(' or ')}?`
      : '`outreach-conformance rules` lists them';
  throw new ConfigurationError(`explain ${name}: there is no such statement; ${hint}`);
}

function ids(): readonly StatementId[] {
  return Object.keys(statements).filter(isStatementId);
}

function isStatementId(id: string): id is StatementId {
  return Object.hasOwn(statements, id);
}

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
