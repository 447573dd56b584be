/** Picks rules by id or group. */
import type { Rule } from '../engine/rule.ts';
import { ConfigurationError } from '../target/configuration-error.ts';

/**
 * The rules that are named by id (`PAGE-06`) or group (`PAGE`); all of them where nothing is named.
 *
 * @param where - where they are named, for the message
 * @throws ConfigurationError where a name fits no rule
 */
export function selectRules(
  all: readonly Rule[],
  names: readonly string[],
  where = '--rule',
): readonly Rule[] {
  const wanted = names.map((name) => name.toUpperCase());
  for (const name of wanted) {
    if (all.some((rule) => fits(rule, name))) continue;
    const groups = [...new Set(all.map(({ id }) => groupOf(id)))].join(', ');
    throw new ConfigurationError(`${where} ${name}: there is no such rule or group; groups are ${groups}`);
  }
  return wanted.length === 0 ? all : all.filter((rule) => wanted.some((name) => fits(rule, name)));
}

function fits(rule: Rule, name: string): boolean {
  return rule.id === name || groupOf(rule.id) === name;
}

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
