/** What verdicts depend on besides the target file: what was seen of the target, and what only a run shows. */
import type { Rule } from '../session/suite.ts';
import type { Need } from '../rules/needs.ts';
import { isMet, unmetNeeds } from '../target/needs.ts';
import { fullBudgets } from '../target/spare-budgets.ts';
import type { Target } from '../target/target.ts';
import type { Revealed } from './finding.ts';

/** What the verdict on some rules depends on besides the target file. */
export interface Condition {
  readonly what: string;
  readonly rules: readonly string[];
  /** Whether it is known that the rules stay undecided; otherwise only the run shows it. */
  readonly isKnown: boolean;
}

/** A condition, where it applies, and for which rules. */
interface Possible {
  readonly what: string;
  readonly applies: boolean;
  readonly to: (rule: Rule) => boolean;
}

/** Rules that a created key may leave undecided: one without `jti` or `exp`, or the only one that may be created. */
const byCreatedKeys = /^(?:AUTH-05|KEY-(?:01|05|06|07|09|10)|TEAM-0[12])$/;
/** Rules that see little in a short list; see {@link Revealed.isShort}. */
const byTheList = /^(?:(?:PAGE|FILT|HOOK|DEL|TEST)-\d\d|JSON-01|TEAM-01)$/;

/**
 * What the verdicts on rules depend on for which nothing is missing.
 *
 * @param revealed - what reading has shown
 */
export function conditionsOf(
  rules: readonly Rule[],
  target: Target,
  revealed: Revealed,
): readonly Condition[] {
  const conditions = (possible: readonly Possible[], isKnown: boolean): readonly Condition[] =>
    possible
      .filter(({ applies }) => applies)
      .map(({ what, to }) => ({ what, rules: rules.filter(to).map(({ id }) => id), isKnown }))
      .filter((condition) => condition.rules.length > 0);
  return [
    ...conditions(notShown(target, revealed), true),
    ...conditions([...budgets(target), ...toBeFound(target, revealed)], false),
  ];
}

/** What leaves rules undecided for sure. */
function notShown(
  { requests }: Target,
  { isShort, takesFilters, hasNullableField, showsPastEnd }: Revealed,
): readonly Possible[] {
  const { concurrency, maxPerSecond } = requests;
  return [
    {
      what: 'no place for filters was found',
      applies: !takesFilters && !isShort,
      to: ({ id }) => id.startsWith('FILT'),
    },
    {
      what: 'no filterable field is null in some records',
      applies: takesFilters && !hasNullableField && !isShort,
      to: ({ id }) => id === 'FILT-06' || id === 'FILT-07',
    },
    {
      what: 'an offset past the end of the list is refused',
      applies: !showsPastEnd && !isShort,
      to: ({ id }) => id === 'PAGE-10',
    },
    {
      what: 'simultaneous requests need `requests.concurrency` and `requests.maxPerSecond` of 2 or more',
      applies: Math.min(concurrency, maxPerSecond ?? concurrency) < 2,
      to: ({ id }) => id === 'KEY-07' || id === 'PROF-12',
    },
  ];
}

/** How far the budgets go is known only where they are large. */
function budgets({ allow }: Target): readonly Possible[] {
  const full = fullBudgets(allow.flood > 0);
  return (['createApiKeys', 'deliveries'] as const).map((need) => ({
    what: `how far \`allow.${need}\` goes: ${full[need]} are enough`,
    applies: allow[need] > 0 && allow[need] < full[need],
    to: needing(need),
  }));
}

/** What only a run shows. */
function toBeFound(target: Target, { isShort }: Revealed): readonly Possible[] {
  const withoutModule = { ...target, provision: null };
  return [
    {
      what: 'how much a list of so few webhooks reveals',
      applies: isShort,
      to: ({ id }) => byTheList.test(id),
    },
    {
      what: 'what tests show without a webhook that may be named in them',
      applies: !isMet('disposableWebhook', target),
      to: ({ id }) => id.startsWith('TEST'),
    },
    {
      what: 'how many keys may be created, and what they show',
      applies: isMet('createApiKeys', target),
      to: ({ id }) => byCreatedKeys.test(id),
    },
    {
      what: 'what `provision` can create',
      applies: target.provision !== null,
      to: ({ needs }) => unmetNeeds(needs, withoutModule).length > 0,
    },
    {
      what: 'whether the flood reaches a limit',
      applies: isMet('flood', target),
      to: needing('flood'),
    },
  ];
}

/** Whether a rule, or what only some of its named breaches show, needs this. */
function needing(need: Need): (rule: Rule) => boolean {
  return ({ needs, needsOfBreaches }) => needs.includes(need) || [...needsOfBreaches.values()].includes(need);
}
