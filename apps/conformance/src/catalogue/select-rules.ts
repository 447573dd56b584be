/** Selects rules by id or group. */
import type { RuleText } from '../rules/rule-result.ts';
import { statements } from '@outreach-api/model/generated/statements';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

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
  const elsewhere = whereElse(unknown);
  if (elsewhere !== null) throw new ConfigurationError(`${where} ${unknown}: ${elsewhere}`);
  const groups = [...new Set(all.map(({ id }) => groupOf(id)))].join(', ');
  throw new ConfigurationError(`${where} ${unknown}: there is no such rule or group; groups are ${groups}`);
}

/** Where a statement is looked at that no rule of this command judges; null if there is no such statement. */
function whereElse(name: string): string | null {
  const named = Object.entries(statements).filter(([id]) => fitsAny({ id }, [name]));
  if (named.length === 0) return null;
  if (named.every(([, { level }]) => level === 'open'))
    return 'the description leaves this open, so no rule judges it; the report of a run with all rules has it among the observations';
  return name.startsWith('CLI')
    ? `this is about clients: outreach-conformance client --rule ${name} -- COMMAND`
    : `this is about servers: outreach-conformance server --rule ${name}`;
}

function fitsAny({ id }: { readonly id: string }, names: readonly string[]): boolean {
  return names.includes(id) || names.includes(groupOf(id));
}

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
