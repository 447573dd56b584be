/** A broken twin: the sandbox with one statement of the description made untrue. */
import type { Behaviour } from '../behaviour.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { World } from '../world.ts';

/**
 * What a target file must allow or hold, or the target must have, for a twin's defect to show. `filters`: a dialect
 * whose `filterPlacement` is not `none`. `further fields`: see `under`. `flood`: a rate limit.
 */
export type TwinNeed =
  | 'updates'
  | 'deletes'
  | 'deliveries'
  | 'createApiKeys'
  | 'flood'
  | 'otherAccountToken'
  | 'expiredToken'
  | 'more than 20 webhooks'
  | 'more than 40 webhooks'
  | 'filters'
  | 'further fields';

/** Ids of the stated and implied statements about a server. */
export type StatementId =
  | `AUTH-0${1 | 2 | 3 | 4 | 5}`
  | `TEAM-0${1 | 2}`
  | 'JSON-01'
  | `PAGE-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'PAGE-10'
  | `FILT-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | `KEY-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'KEY-10'
  | `HOOK-0${1 | 2 | 3 | 4}`
  | `TEST-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `DEL-0${1 | 2}`
  | `PROF-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `PROF-1${0 | 1 | 2}`
  | `RATE-0${1 | 2 | 3 | 4}`;

/** How a twin is made. */
export interface TwinDefinition {
  /** The statement that it breaks. */
  readonly breaks: StatementId;
  /** Other statements that it breaks as a consequence, or may seem to break. */
  readonly also?: readonly StatementId[];
  /** The public bug report that it is taken from, such as `owner/repo#12` (see `public-reports.md`). */
  readonly report?: `${string}/${string}#${number}`;
  /** Without these its defect cannot be seen. */
  readonly needs?: readonly TwinNeed[];
  /** Dialect readings without which its defect does not exist, or not where it may be looked for. */
  readonly under?: Partial<Dialect>;
  /** The behaviour with the defect: `right` with one or two functions overridden. Created afresh for each sandbox. */
  readonly twist: (right: Behaviour, world: World) => Behaviour;
}

/** For defects in filters on fields that the description does not name. */
export const furtherFields = {
  needs: ['filters', 'further fields'],
  under: { furtherFields: 'some', filterableFields: 'all' },
} as const;

/** For those that other placements spell otherwise: in brackets, a scalar that is null may be text. */
export const furtherFieldsInJson = {
  ...furtherFields,
  under: { ...furtherFields.under, filterPlacement: 'query-json' },
} as const;

/** For defects in what an update stores: where it is answered 202, that may take a while. */
export const updatedAtOnce = { successStatusOfUpdate: '200' } as const;

/** How long an answer or a record is kept, in milliseconds. */
export const keptMs = 3000;

/** Long enough for a request that was sent at the same time to meet this one, in milliseconds. */
export const meetingMs = 20;

/** Preserves the names of a section's twins in its type. */
export function defineTwins<const Names extends string>(
  twins: Record<Names, TwinDefinition>,
): Record<Names, TwinDefinition> {
  return twins;
}
