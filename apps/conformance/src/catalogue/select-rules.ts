/** Selects rules by id or group. */
import type { RuleText } from '../engine/rule.ts';
import { ConfigurationError } from '../target/configuration-error.ts';

/**
 * The rules named by id (`PAGE-06`) or group (`PAGE`), or all if none are named, except for those excluded by id or
 * group.
 *
 * @param where - where they are named, for the message
 * @param excluded - those that are left out, as `--exclude` names them
 * @throws ConfigurationError if a name matches no rule, or no rule is left
 */
export function selectRules<Named extends Pick<RuleText, 'id'>>(
  all: readonly Named[],
  names: readonly string[],
  where = '--rule',
  excluded: readonly string[] = [],
): readonly Named[] {
  const wanted = known(all, names, where);
  const unwanted = known(all, excluded, '--exclude');
  const named = wanted.length === 0 ? all : all.filter((rule) => fitsAny(rule, wanted));
  const selected = named.filter((rule) => !fitsAny(rule, unwanted));
  if (selected.length === 0 && named.length > 0)
    throw new ConfigurationError(`--exclude ${excluded.join(' --exclude ')}: no rule is left`);
  return selected;
}

function known(
  all: readonly Pick<RuleText, 'id'>[],
  names: readonly string[],
  where: string,
): readonly string[] {
  const upper = names.map((name) => name.toUpperCase());
  const unknown = upper.find((name) => !all.some((rule) => fitsAny(rule, [name])));
  if (unknown === undefined) return upper;
  const groups = [...new Set(all.map(({ id }) => groupOf(id)))].join(', ');
  throw new ConfigurationError(`${where} ${unknown}: there is no such rule or group; groups are ${groups}`);
}

function fitsAny({ id }: Pick<RuleText, 'id'>, names: readonly string[]): boolean {
  return names.includes(id) || names.includes(groupOf(id));
}

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
