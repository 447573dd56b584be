/** Updates the text of a file of known deviations by the results of a run. */
// Node finds no named exports in the package's UMD build.
// oxlint-disable import/default, import/no-named-as-default-member
import jsonc from 'jsonc-parser';
import type { Verdict } from '@outreach-api/engine';
import { ruleIds } from '../catalogue/rules.ts';
import { judgeDeviations } from '@outreach-api/report/deviations/judge-deviations';
import type { KnownDeviation } from '@outreach-api/report/deviations/known-deviation';
import { isOfUndecided, unlistedOf } from '@outreach-api/report/deviations/unlisted';

/** A file of known deviations as it is. */
export interface DeviationsText {
  readonly text: string;
  readonly entries: readonly KnownDeviation[];
}

/** The results of a run, as far as the file depends on them. */
export interface RunToList {
  readonly rules: readonly {
    readonly id: string;
    readonly verdict: Verdict;
    readonly reason: string | null;
    readonly breach: { readonly actual: string; readonly identity?: string } | null;
  }[];
  /** Whether rules that could not be decided are to be listed, too. */
  readonly undecidedToo: boolean;
  readonly now: Date;
}

/** The file as it should be. */
export interface UpdatedDeviations {
  readonly text: string;
  /** The rules of the entries that were added: a person has to name an owner for each. */
  readonly added: readonly string[];
  /** The rules whose entries pinned a breach by words, and now do by its identity. */
  readonly renewed: readonly string[];
  /** Rules with an entry that says something else, which a person has to change. */
  readonly contradicted: readonly string[];
}

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/**
 * Adds an entry for what is not listed, without an owner, so that it is not valid before a person names one; renews
 * pins of earlier versions. All else stays, comments included: an entry that no longer fits is for a person to remove.
 *
 * @param file - null if there is none yet
 */
export function updatedDeviations(file: DeviationsText | null, run: RunToList): UpdatedDeviations {
  const { text, entries } = file ?? { text: '{ "deviations": [] }', entries: [] };
  const deviations = judgeDeviations(entries, run.rules, ruleIds, run.now);
  const isArray = Array.isArray(jsonc.parse(text));
  const at = (...path: (string | number)[]): (string | number)[] => [
    ...(isArray ? [] : ['deviations']),
    ...path,
  ];
  let updated = text;
  const set = (path: (string | number)[], value: unknown, isArrayInsertion = false): void => {
    const edits = jsonc.modify(updated, path, value, { formattingOptions, isArrayInsertion });
    updated = jsonc.applyEdits(updated, edits);
  };

  const renewed: string[] = [];
  for (const [index, { rule, state }] of deviations.entries()) {
    const identity = run.rules.find(({ id }) => id === rule)?.breach?.identity;
    const isPinned = deviations.some((one) => one.rule === rule && one.breach === identity);
    if (state !== 'outdated' || identity === undefined || isPinned || renewed.includes(rule)) continue;
    set(at(index, 'breach'), identity);
    renewed.push(rule);
  }
  const unlisted = unlistedOf({ ...run, deviations });
  const isContradicted = (entry: KnownDeviation): boolean =>
    deviations.some((one) => one.rule === entry.rule && isOfUndecided(one) !== isOfUndecided(entry));
  const added = unlisted.filter((entry) => !isContradicted(entry));
  // At the front: at the end, they would come between the last entry and its comment.
  for (const entry of added.toReversed()) set(at(0), { ...entry, owner: '' }, true);
  return {
    text: updated,
    added: added.map(({ rule }) => rule),
    renewed,
    contradicted: unlisted.filter(isContradicted).map(({ rule }) => rule),
  };
}
