/** Finds out where the list of webhooks takes a filter: the description does not show it. */
import { isDeepStrictEqual } from 'node:util';
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { identityOf } from '@outreach-api/model/records/page';
import { fieldsOf } from '@outreach-api/model/records/shape';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { placeOf, type Condition } from './condition.ts';
import { isFieldValue, kindOf } from './field-values.ts';
import { readFiltered } from './filtered-listing.ts';
import type { FilterField, FilteredListing } from './filter-seen.ts';
import { operandOn } from './operand.ts';
import { unfilteredList, type UnfilteredList } from '../../account/unfiltered-list.ts';

const placements: readonly FilterPlacement[] = ['query-json', 'query-brackets', 'body-json'];
const mostInSmallPages = 4;
/**
 * Always accepted, seldom asked for, and others for each placement: a cache that ignores filters has no such page of
 * the whole list, not even from an attempt with another placement. Pages of one size may have been requested by
 * chance, hence two.
 */
const seldomLimits: Readonly<Record<FilterPlacement, readonly number[]>> = {
  'query-json': [17, 9],
  'query-brackets': [15, 11],
  'body-json': [19, 13],
};

type Pages = Pick<UnfilteredList, 'records' | 'order' | 'pageSize'>;

/** A condition to try, and the pages in which its answer is read. */
interface Attempt {
  readonly field: FilterField;
  readonly condition: Condition;
  readonly pages: Pages;
}

/**
 * Where filters go, as declared or as discovered; otherwise the reason why they cannot be judged.
 *
 * A placement is discovered by an answer that is exactly right and not trivial, by answers on two fields that only
 * lack records, or by null tests on two fields. A mere effect is no evidence: a conforming server that takes no filter
 * may ignore, refuse or misread it. A search for the words of the filter might also find what a filter gives; but it
 * finds that on other fields, too.
 */
export const filterPlacement = defineFinding(
  async (session: Session): Promise<{ readonly placement: FilterPlacement } | string> => {
    const declared = session.target.filter.placement;
    if (declared === 'none') return 'the target file says that the list of webhooks takes no filter';
    if (declared !== 'auto') return { placement: declared };
    const list = await unfilteredList.in(session);
    if (typeof list === 'string') return list;
    const searches = placements.map((placement) => ({ placement, lossy: new Set<string>() }));
    // What one request shows if filters work is asked of all placements before the rest is asked of any.
    for (const ask of [isShownByScalars, isShownOtherwise])
      for (const search of searches) {
        const isAccepted = ask(search, list, session).catch(whereUnmet(false));
        if (await isAccepted) return { placement: search.placement };
      }
    return 'no placement of filters was found; set `filter.placement` in the target file';
  },
);

/** Whether a placement may accept a filter: the known one, or any as long as none is known. */
export async function mayTakeFilter(placement: FilterPlacement, session: Session): Promise<boolean> {
  const known = await filterPlacement.in(session);
  return typeof known === 'string'
    ? session.target.filter.placement === 'auto'
    : known.placement === placement;
}

/** The field with this name, or null if its values are of no filterable kind. */
export function filterField(list: Pages, name: string, certain: boolean): FilterField | null {
  const kind = kindOf(list.records.map((record) => record[name]));
  if (kind === null) return null;
  const values = list.records.flatMap((record) => {
    const value = record[name];
    return isFieldValue(value) ? [{ id: identityOf(record), value }] : [];
  });
  return { name, kind, certain, values };
}

/** The fields that a list with filters surely takes: those of the target file, or the documented ones. */
export function certainFieldNames(session: Session): readonly string[] {
  return session.target.filter.fields ?? fieldsOf('Webhook');
}

/** Whether the listing is exactly right for the condition, and neither empty nor the whole list. */
export function isDecisiveAnswer(
  field: FilterField,
  condition: Condition,
  { accepted, ids }: FilteredListing,
): boolean {
  const came = new Set(ids);
  const places = field.values.map(({ id, value }) => ({
    came: came.has(id),
    place: placeOf(value, condition, field.kind),
  }));
  const right = places.every((one) => one.place === 'open' || one.came === (one.place === 'in'));
  const proper = places.some(({ place }) => place === 'in') && places.some(({ place }) => place === 'out');
  return (
    accepted &&
    right &&
    proper &&
    came.size === ids.length &&
    ids.length === places.filter((one) => one.came).length
  );
}

/** The search for a placement: fields on which only right records came, and not all of them. */
interface Search {
  readonly placement: FilterPlacement;
  readonly lossy: Set<string>;
}

/** @throws Unmet without an answer or an envelope: filters do not go here */
async function isShownByScalars(search: Search, list: UnfilteredList, session: Session): Promise<boolean> {
  const scalars = decisiveConditions(list, search.placement, session).filter(isOnScalar);
  return isShownBy(
    search,
    scalars.map((one) => ({ ...one, pages: list })),
    session,
  );
}

/** @throws Unmet without an answer or an envelope: filters do not go here */
async function isShownOtherwise(search: Search, list: UnfilteredList, session: Session): Promise<boolean> {
  const conditions = decisiveConditions(list, search.placement, session);
  // Whether filters work in pages of every size is for the rules.
  const small = seldomLimits[search.placement].filter((size) => size !== list.pageSize);
  const attempts = [
    ...conditions.filter((one) => !isOnScalar(one)).map((one) => ({ ...one, pages: list })),
    ...small.flatMap((pageSize) =>
      conditions.slice(0, mostInSmallPages).map((one) => ({ ...one, pages: { ...list, pageSize } })),
    ),
  ];
  return (await isShownBy(search, attempts, session)) || knowsNull(search.placement, list, session);
}

function isOnScalar({ condition }: Pick<Attempt, 'condition'>): boolean {
  return condition.form === 'scalar';
}

async function isShownBy(
  { placement, lossy }: Search,
  attempts: readonly Attempt[],
  session: Session,
): Promise<boolean> {
  for (const attempt of attempts) {
    const { field, condition, pages } = attempt;
    const listing = await readFiltered(session, placement, field.name, condition, pages);
    const isDecisive = isDecisiveAnswer(field, condition, listing);
    if (!isDecisive && (lossy.has(field.name) || !losesSome(field, condition, listing))) continue;
    if (await isFoundElsewhere(session, placement, attempt, listing)) continue;
    if (isDecisive) return true;
    lossy.add(field.name);
    // A single field may lose records by chance.
    if (lossy.size > 1) return true;
  }
  return false;
}

/**
 * Whether one of "is null" and "is not null" gives all records and the other none, on two fields. A target that
 * ignores a filter, or searches for its words, answers both alike; so even if equality is broken on every field, it
 * can still be judged. All documented fields hold values: if the wrong one gives all, that is judged, too.
 */
async function knowsNull(
  placement: FilterPlacement,
  list: UnfilteredList,
  session: Session,
): Promise<boolean> {
  const fields = certainFieldNames(session)
    .flatMap((name) => filterField(list, name, true) ?? [])
    .filter(({ values }) => values.every(({ value }) => value !== null))
    .slice(0, 2);
  const all = new Set(list.records.map((record) => identityOf(record)));
  for (const { name } of fields) {
    const isNull = await readFiltered(session, placement, name, { form: 'is_null' }, list);
    if (!isNull.accepted) return false;
    const isNotNull = await readFiltered(session, placement, name, { form: 'is_not_null' }, list);
    const [none, some] = isNull.ids.length === 0 ? [isNull, isNotNull] : [isNotNull, isNull];
    if (!isNotNull.accepted || none.ids.length > 0 || !isDeepStrictEqual(new Set(some.ids), all))
      return false;
  }
  return fields.length > 1 && all.size > 0;
}

/** Whether some of the right records and no others came: still a filter, but a broken one. */
function losesSome(field: FilterField, condition: Condition, { accepted, ids }: FilteredListing): boolean {
  const came = new Set(ids);
  const right = field.values.flatMap(({ id, value }) =>
    placeOf(value, condition, field.kind) === 'out' ? [] : [id],
  );
  const missing = field.values.some(
    ({ id, value }) => placeOf(value, condition, field.kind) === 'in' && !came.has(id),
  );
  return accepted && missing && ids.length > 0 && ids.every((id) => right.includes(id));
}

/**
 * The control of an answer: the same condition on each field where no record matches it. A target that gives the same
 * records there takes no filter, but searches for its words.
 */
async function isFoundElsewhere(
  session: Session,
  placement: FilterPlacement,
  { field, condition, pages }: Attempt,
  { ids }: FilteredListing,
): Promise<boolean> {
  const names = new Set([...certainFieldNames(session), ...fieldsOf('Webhook')]);
  for (const name of names) {
    const other = name === field.name ? null : filterField(pages, name, true);
    if (other === null) continue;
    if (!other.values.every(({ value }) => placeOf(value, condition, other.kind) === 'out')) continue;
    const came = new Set(await idsOf(session, placement, name, condition, pages));
    if (came.size < pages.records.length && ids.every((id) => came.has(id))) return true;
  }
  return false;
}

/** The records that a condition gives; none if it is refused, or not answered with a list. */
async function idsOf(
  session: Session,
  placement: FilterPlacement,
  name: string,
  condition: Condition,
  pages: Pages,
): Promise<readonly string[]> {
  const listing = await readFiltered(session, placement, name, condition, pages).catch(whereUnmet(null));
  return listing?.ids ?? [];
}

/** Conditions whose right answer is neither empty nor the whole list, in several forms on each field. */
function decisiveConditions(
  list: UnfilteredList,
  placement: FilterPlacement,
  session: Session,
): readonly { readonly field: FilterField; readonly condition: Condition }[] {
  const fields = certainFieldNames(session).flatMap((name) => filterField(list, name, true) ?? []);
  const conditions = fields.flatMap((field) => {
    const operands = (['common', 'rare'] as const).flatMap((choice) => {
      try {
        return [operandOn(field, choice, placement).value];
      } catch (error) {
        if (error instanceof Unmet) return [];
        throw error;
      }
    });
    return [...new Set(operands)].flatMap((value) =>
      formsOf(value)
        .filter((condition) => splitsTheList(field, condition))
        .map((condition) => ({ field, condition })),
    );
  });
  // The scalars of all fields before the other forms: if filters work, one request is enough.
  const forms = ['scalar', 'comparison', 'array'];
  return conditions.toSorted((a, b) => forms.indexOf(a.condition.form) - forms.indexOf(b.condition.form));
}

function formsOf(value: string | number | boolean): readonly Condition[] {
  return [
    { form: 'scalar', value },
    { form: 'comparison', operator: '=', operand: value },
    { form: 'array', values: [value] },
  ];
}

/** Whether the right answer is neither empty nor the whole list. */
export function splitsTheList(field: FilterField, condition: Condition): boolean {
  const places = field.values.map(({ value }) => placeOf(value, condition, field.kind));
  return places.includes('in') && places.includes('out');
}
