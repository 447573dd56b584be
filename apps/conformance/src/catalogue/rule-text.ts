/** Rules of the catalogue, for people. */
import type { DescribedExperiment, DescribedRule } from './described-rule.ts';
import { suiteCommand } from '../installation/suite-command.ts';

/** A rule on two lines: its sentence, and what it needs. */
export function ruleLines(rule: DescribedRule): string {
  const { id, level, says, needsForAll } = rule;
  const more = needsForAll.length === 0 ? '' : `; for a complete verdict also ${needsForAll.join(', ')}`;
  return `${id.padEnd(8)} ${level.padEnd(8)} ${says}\n${' '.repeat(18)}needs ${needsOf(rule)}${more}`;
}

/**
 * A rule in full.
 *
 * @param near - the statements around it, each on a line
 */
export function ruleText(rule: DescribedRule, near: readonly string[]): string {
  return [
    `${rule.id} (${rule.level}; ${rule.section})`,
    `  ${rule.says}`,
    '',
    `Needs ${needsOf(rule)}.`,
    ...(rule.needsForAll.length === 0 ? [] : [`For a complete verdict also ${rule.needsForAll.join(', ')}.`]),
    '',
    'Passes only where it would have caught each of these in what was seen:',
    ...rule.catches.map((name) => `  - ${name}`),
    '',
    rule.judges === 'servers' ? 'Looks at the target by:' : 'Looks at what the client does where:',
    ...rule.experiments.map(experimentLine),
    ...(rule.takesEvidence
      ? ['  - every other exchange of the run: it can show a breach, and never makes the rule pass']
      : []),
    '',
    `Run it alone: ${suiteCommand} ${rule.judges === 'servers' ? `server --config FILE --rule ${rule.id}` : `client --rule ${rule.id} -- COMMAND…`}`,
    ...nearText(near),
  ].join('\n');
}

/** The statements around one, under a title; empty if there are none. */
export function nearText(near: readonly string[]): readonly string[] {
  return near.length === 0 ? [] : ['', 'Statements near:', ...near.map((line) => `  ${line}`)];
}

function experimentLine({ name, does, needs, spends }: DescribedExperiment): string {
  const costs = [
    ...(spends.createApiKeys === undefined ? [] : [`${spends.createApiKeys} of allow.createApiKeys`]),
    ...(spends.deliveries === undefined ? [] : [`${spends.deliveries} of allow.deliveries`]),
  ];
  const spending = costs.length === 0 ? '' : `; each input spends ${costs.join(' and ')}`;
  const wanting = needs.length === 0 ? '' : ` (needs ${needs.join(', ')})`;
  return `  - ${name}: ${does}${wanting}${spending}`;
}

function needsOf({ judges, needs }: DescribedRule): string {
  if (needs.length > 0) return needs.join(', ');
  return judges === 'servers' ? 'nothing but a key' : 'a driver of the client';
}
