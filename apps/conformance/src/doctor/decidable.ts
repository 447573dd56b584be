/** Says how many of the rules a run decides with a target file, and what each further permission would add. */
import { fullBudgets } from '../engine/affordable-runs.ts';
import type { Rule } from '../engine/rule.ts';
import { allNeeds, isMet, needInWords, unmetNeeds, type Need } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Revealed } from './finding.ts';

/** How many of the rules a run decides. */
export interface Decidable {
  /** Rules that will pass or fail. */
  readonly whole: readonly string[];
  /** Rules for which nothing is missing, but which depend on what only the run shows. */
  readonly open: readonly string[];
  /** Rules that stay undecided unless they fail: some of their experiments are not possible, or show too little. */
  readonly inPart: readonly string[];
  /** Rules that will be skipped. */
  readonly notAtAll: readonly string[];
  /** What the open rules depend on, and why rules for which nothing is missing stay undecided. */
  readonly conditions: readonly Condition[];
  readonly wishes: readonly Wish[];
}

/** What the verdict on some rules depends on besides the target file. */
export interface Condition {
  readonly what: string;
  readonly rules: readonly string[];
  /** Whether it is known that the rules stay undecided; otherwise only the run shows it. */
  readonly isKnown: boolean;
}

/** Something that the target file does not allow or provide, and what it would add. */
export interface Wish {
  /** In the words of the target file. */
  readonly what: string;
  /** Rules that lack nothing else. */
  readonly adds: readonly string[];
  /** Further rules that need it, and something else as well. */
  readonly helps: readonly string[];
}

/** Rules that a created key may leave undecided: one without `jti` or `exp`, or the only one that may be created. */
const byCreatedKeys = [
  'AUTH-05',
  'KEY-01',
  'KEY-05',
  'KEY-06',
  'KEY-07',
  'KEY-09',
  'KEY-10',
  'TEAM-01',
  'TEAM-02',
];
/** Rules that see little in a short list; see {@link Revealed.isShort}. */
const byTheList = /^(?:PAGE|FILT|HOOK|DEL|TEST)-|^JSON-01$|^TEAM-01$/;

/**
 * How many of the rules a run decides, and what each missing thing would add.
 *
 * @param target - without what was seen not to work
 * @param revealed - what reading has shown
 */
export function decidable(rules: readonly Rule[], target: Target, revealed: Revealed): Decidable {
  const missingOf = (rule: Rule): readonly Need[] => unmetNeeds(rule.needs, target);
  const idsOf = (test: (rule: Rule) => boolean): readonly string[] => rules.filter(test).map(({ id }) => id);
  const isTried = (rule: Rule): boolean =>
    rule.trials.some((trial) => unmetNeeds(trial.needs, target).length === 0);
  const complete = rules.filter((rule) => missingOf(rule).length === 0);
  const conditions = conditionsOf(complete, target, revealed);
  const known = new Set(conditions.flatMap(({ rules: some, isKnown }) => (isKnown ? some : [])));
  const open = new Set(conditions.flatMap(({ rules: some }) => some.filter((id) => !known.has(id))));
  const isComplete = (rule: Rule): boolean => complete.includes(rule);
  const wished = new Set(rules.flatMap(missingOf));
  const wishes = allNeeds
    .filter((need) => wished.has(need))
    .map((need) => ({
      what: needInWords(need),
      adds: idsOf((rule) => missingOf(rule).includes(need) && missingOf(rule).length === 1),
      helps: idsOf((rule) => missingOf(rule).includes(need) && missingOf(rule).length > 1),
    }));
  return {
    whole: idsOf((rule) => isComplete(rule) && !known.has(rule.id) && !open.has(rule.id)),
    open: [...open],
    inPart: idsOf((rule) => (isComplete(rule) ? known.has(rule.id) : isTried(rule))),
    notAtAll: idsOf((rule) => !isComplete(rule) && !isTried(rule)),
    conditions,
    wishes,
  };
}

/** What the verdicts on rules for which nothing is missing depend on. */
function conditionsOf(rules: readonly Rule[], target: Target, revealed: Revealed): readonly Condition[] {
  const { allow, requests } = target;
  const among = (test: (rule: Rule) => boolean): readonly string[] => rules.filter(test).map(({ id }) => id);
  const needing = (need: Need) => (rule: Rule) =>
    rule.needs.includes(need) || [...rule.needsOfBreaches.values()].includes(need);
  const withoutProvision = { ...target, provision: null };
  const full = fullBudgets(allow.flood > 0);
  const all: readonly (Condition & { readonly holds: boolean })[] = [
    {
      what: 'no place for filters was found',
      holds: !revealed.takesFilters && !revealed.isShort,
      rules: among(({ id }) => id.startsWith('FILT')),
      isKnown: true,
    },
    {
      what: 'no filterable field is null in some records',
      holds: revealed.takesFilters && !revealed.hasNullableField && !revealed.isShort,
      rules: among(({ id }) => id === 'FILT-06' || id === 'FILT-07'),
      isKnown: true,
    },
    {
      what: 'an offset past the end of the list is refused',
      holds: !revealed.showsPastEnd && !revealed.isShort,
      rules: among(({ id }) => id === 'PAGE-10'),
      isKnown: true,
    },
    {
      what: 'requests that arrive together need `requests.concurrency` and `requests.maxPerSecond` of 2 or more',
      holds: Math.min(requests.concurrency, requests.maxPerSecond ?? requests.concurrency) < 2,
      rules: among(({ id }) => id === 'KEY-07' || id === 'PROF-12'),
      isKnown: true,
    },
    {
      what: 'how much a list of so few webhooks reveals',
      holds: revealed.isShort,
      rules: among(({ id }) => byTheList.test(id)),
      isKnown: false,
    },
    {
      what: 'what tests show without a webhook that may be named in them',
      holds: !isMet('disposableWebhook', target),
      rules: among(({ id }) => id.startsWith('TEST')),
      isKnown: false,
    },
    {
      what: 'how many keys may be created, and what they show',
      holds: allow.createApiKeys > 0,
      rules: among(({ id }) => byCreatedKeys.includes(id)),
      isKnown: false,
    },
    {
      what: `how far \`allow.createApiKeys\` goes: ${full.createApiKeys} are enough`,
      holds: allow.createApiKeys > 0 && allow.createApiKeys < full.createApiKeys,
      rules: among(needing('createApiKeys')),
      isKnown: false,
    },
    {
      what: `how far \`allow.deliveries\` goes: ${full.deliveries} are enough`,
      holds: allow.deliveries > 0 && allow.deliveries < full.deliveries,
      rules: among(needing('deliveries')),
      isKnown: false,
    },
    {
      what: 'what `provision` can create',
      holds: target.provision !== null,
      rules: among((rule) => unmetNeeds(rule.needs, withoutProvision).length > 0),
      isKnown: false,
    },
    {
      what: 'whether the flood reaches a limit',
      holds: allow.flood > 0,
      rules: among(needing('flood')),
      isKnown: false,
    },
  ];
  return all.filter(({ holds, rules: some }) => holds && some.length > 0);
}
