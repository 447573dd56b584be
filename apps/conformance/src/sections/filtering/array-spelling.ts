/**
 * Finds out how an array is written in brackets: the description is silent, even where `filter[a]=1` is known to work.
 */
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import type { FilterScalar } from '@outreach-api/client';
import type { Condition } from './condition.ts';
import { certainFieldNames, filterField, splitsTheList, isDecisiveAnswer } from './filter-placement.ts';
import { readFiltered } from './filtered-listing.ts';
import type { FilterField, FilteredListing } from './filter-seen.ts';
import type { FilterGround } from './filterable-fields.ts';
import { operandOn, type OperandChoice } from './operand.ts';
import { arraySpellings, canBeSpelled, type ArraySpelling } from './spelled-array.ts';
import { unfilteredList, type UnfilteredList } from '../../account/unfiltered-list.ts';

/** A condition with an array on a field. */
type ArrayCondition = Extract<Condition, { readonly form: 'array' }>;

const unknown =
  'filters were found to go in brackets, but not how to write an array there ' +
  '(`filter[a][]=x`, `filter[a][0]=x`, `filter[a]=x&filter[a]=y`, `filter[a]=x,y` and `filter[a][in]=x,y` were tried); ' +
  'if it is `filter[a][]=x`, set `filter.placement` to "query-brackets" in the target file';

/**
 * The array condition, in the spelling the target has been seen to understand.
 *
 * @throws Unmet if no spelling is known, or the values cannot be written in it
 */
export async function arrayOf(
  values: readonly FilterScalar[],
  { placement }: Pick<FilterGround, 'placement'>,
  session: Session,
): Promise<ArrayCondition> {
  const isSaid = placement !== 'query-brackets' || session.target.filter.placement === placement;
  if (isSaid) return { form: 'array', values };
  const spelling = await arraySpelling.in(session);
  if (spelling === null) throw new Unmet(unknown);
  if (!canBeSpelled(values, spelling))
    throw new Unmet(`an array of these values cannot be written with ${spelling} in brackets`);
  return { form: 'array', values, spelling };
}

/**
 * Only exactly the records with two values identify a spelling. If none gives them, arrays are broken or use an
 * untried spelling. If `[]` or `[0]` gives some of the records, arrays are broken: a target that does not know the
 * spelling refuses it, ignores it, or finds nothing.
 */
const arraySpelling = defineFinding(async (session: Session): Promise<ArraySpelling | null> => {
  const list = await unfilteredList.in(session);
  if (typeof list === 'string') throw new Unmet(list);
  const fields = certainFieldNames(session).flatMap((name) => filterField(list, name, true) ?? []);
  const pairs = fields.flatMap((field) => arrayOn(field, ['common', 'rare']) ?? []);
  for (const spelling of arraySpellings) {
    for (const { field, values } of pairs) {
      const condition = { form: 'array', values, spelling } as const;
      if (!canBeSpelled(values, spelling)) continue;
      const listing = await listingOf(session, list, field, condition);
      if (listing !== null && isDecisiveAnswer(field, condition, listing)) return spelling;
    }
  }
  const ones = fields.flatMap((field) => arrayOn(field, ['common']) ?? []);
  for (const spelling of ['[]', '[0]'] as const) {
    for (const { field, values } of [...ones, ...pairs]) {
      const listing = await listingOf(session, list, field, { form: 'array', values, spelling });
      if (listing !== null && findsSome(field, listing)) return spelling;
    }
  }
  return null;
});

/** An array of several values of a field that matches some records but not all; null if there is none. */
function arrayOn(
  field: FilterField,
  choices: readonly OperandChoice[],
): { readonly field: FilterField; readonly values: readonly FilterScalar[] } | null {
  try {
    const values = choices.map((choice) => operandOn(field, choice, 'query-brackets').value);
    const isDecisive =
      new Set(values).size === values.length && splitsTheList(field, { form: 'array', values });
    return isDecisive ? { field, values } : null;
  } catch (error) {
    if (error instanceof Unmet) return null;
    throw error;
  }
}

async function listingOf(
  session: Session,
  list: UnfilteredList,
  field: FilterField,
  condition: ArrayCondition,
): Promise<FilteredListing | null> {
  // Unmet: no answer, or no envelope.
  return readFiltered(session, 'query-brackets', field.name, condition, list).catch(whereUnmet(null));
}

function findsSome(field: FilterField, { accepted, ids }: FilteredListing): boolean {
  const came = field.values.filter(({ id }) => ids.includes(id)).length;
  return accepted && came > 0 && came < field.values.length;
}
