/** The rules of a report in the order of the description, by the part of it that they judge. */
import { statements } from '@outreach-api/model/generated/statements';
import type { ReportedRule } from './json-report.ts';

/** Rules that judge one part of the description. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly ReportedRule[];
}

/** By the letters of a statement's id. */
const titles: Readonly<Record<string, string>> = {
  AUTH: 'Every operation',
  TEAM: 'Every operation',
  JSON: 'Every operation',
  PAGE: 'Lists',
  FILT: 'Filters',
  KEY: 'API keys',
  HOOK: 'Webhooks',
  TEST: 'Webhooks',
  DEL: 'Webhooks',
  PROF: 'Sender profiles',
  RATE: 'Rate limit',
  CLI: 'Clients',
};

const order = new Map(Object.keys(statements).map((id, index) => [id, index]));

/** The rules of a report in the order of the statements, grouped as these are. */
export function ruleGroups(rules: readonly ReportedRule[]): readonly RuleGroup[] {
  const sorted = rules.toSorted((a, b) => placeOf(a) - placeOf(b));
  const byTitle = Map.groupBy(sorted, ({ id }) => groupTitleOf(id));
  return [...byTitle].map(([title, members]) => ({ title, rules: members }));
}

/** The part of the description that a statement belongs to, by its id. */
export function groupTitleOf(id: string): string {
  return titles[id.replace(/-.*$/, '')] ?? 'Others';
}

function placeOf({ id }: ReportedRule): number {
  return order.get(id) ?? order.size;
}
