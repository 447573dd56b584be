/** Splits rules into parts that several jobs run at the same time. */
import type { Rule, Trial } from '../engine/rule.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import type { Shard } from './shard.ts';

/**
 * The rules of one part. The same rules, weights and number of parts give the same split in each job.
 *
 * Rules that share an experiment stay together, so that nothing is sent twice. Everything that changes something,
 * spends a budget of the target file, or uses another credential is in the first part: budgets are not multiplied, and
 * no job looks at a record that another one is changing. The others are distributed by weight, the heaviest first.
 *
 * @param weigh - estimates how many requests rules take
 * @throws ConfigurationError if there are more parts than can be run apart
 */
export function shardRules(
  rules: readonly Rule[],
  { index, count }: Shard,
  weigh: (rules: readonly Rule[]) => number,
): readonly Rule[] {
  const groups = inGroups(rules);
  if (count > Math.max(1, groups.length))
    throw new ConfigurationError(
      `--shard ${index}/${count}: the rules can be run apart in ${groups.length} parts and no more; use --shard ${Math.min(index, groups.length)}/${groups.length}`,
    );
  const parts = Array.from({ length: count }, (): Part => ({ weight: 0, rules: new Set() }));
  const [first] = parts;
  const heaviestFirst = groups.map((members) => ({ members, weight: weigh(members) })).toSorted(byWeight);
  const changing = heaviestFirst.find(({ members }) => members.some(mayChange));
  for (const group of new Set(changing === undefined ? heaviestFirst : [changing, ...heaviestFirst])) {
    const lightest = parts.toSorted((a, b) => a.weight - b.weight || a.rules.size - b.rules.size)[0];
    const part = group === changing ? first : lightest;
    for (const rule of group.members) part?.rules.add(rule);
    if (part !== undefined) part.weight += group.weight;
  }
  const own = parts[index - 1]?.rules ?? new Set<Rule>();
  return rules.filter((rule) => own.has(rule));
}

interface Part {
  weight: number;
  readonly rules: Set<Rule>;
}

interface Group {
  readonly members: readonly Rule[];
  readonly weight: number;
}

function byWeight(a: Group, b: Group): number {
  return b.weight - a.weight;
}

/** Groups of rules that share an experiment, or that may change something; in the order of the rules. */
function inGroups(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  let groups: readonly (readonly Rule[])[] = [];
  for (const rule of rules) {
    const near = groups.filter((members) => members.some((member) => belongTogether(member, rule)));
    groups = [...groups.filter((members) => !near.includes(members)), [...near.flat(), rule]];
  }
  return groups;
}

function belongTogether(one: Rule, other: Rule): boolean {
  if (mayChange(one) && mayChange(other)) return true;
  const names = new Set(one.trials.map(({ experiment }) => experiment));
  return other.trials.some(({ experiment }) => names.has(experiment));
}

function mayChange({ trials }: Rule): boolean {
  return trials.some(changes);
}

/** A trial that only looks needs nothing but records to look at. */
function changes({ needs, repeatsLook, phase }: Trial): boolean {
  // A repeated look is left out of a part in which nothing else creates keys.
  if (repeatsLook) return false;
  const looking = ['senderProfile', 'twoSenderProfiles'];
  return phase !== 'look' || needs.some((need) => !looking.includes(need));
}
