/** The fields that filters are judged on: the documented ones, and further ones found to be filterable. */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { filterPlacement, filterField, certainFieldNames, isDecisiveAnswer } from './filter-placement.ts';
import { readFiltered } from './filtered-listing.ts';
import type { FilterField } from './filter-seen.ts';
import { operandOn } from './operand.ts';
import { unfilteredList, type UnfilteredList } from '../../account/unfiltered-list.ts';

/** A further field of a kind that the documented ones lack; only if one is found to be filterable. */
const furtherKinds = ['number', 'date-time', 'nullable'] as const;

/**
 * A field before the data is known: at this position among the documented ones, in thousandths, or of a further kind.
 */
export type FieldChoice = number | (typeof furtherKinds)[number];

/** What a filter experiment is based on. */
export interface FilterGround {
  readonly placement: FilterPlacement;
  readonly list: UnfilteredList;
}

/** One position for each of the four documented fields. */
export const eachDocumentedField = [0, 250, 500, 750] as const;

/** Those of them in which every value may be requested: `event` and `request_method`. */
export const fieldsOfFewValues = [250, 500] as const;

/** Any of the fields that surely take filters. */
export const documentedField: fc.Arbitrary<FieldChoice> = fc.nat({ max: 999 });

/** Any field, including further ones. */
export const anyField: fc.Arbitrary<FieldChoice> = fc.oneof(
  documentedField,
  fc.constantFrom(...furtherKinds),
);

/** Where filters go. @throws Unmet if that is unknown */
export async function knownPlacement(session: Session): Promise<FilterPlacement> {
  const found = await filterPlacement.in(session);
  if (typeof found === 'string') throw new Unmet(found);
  return found.placement;
}

/** Where filters go, and the unfiltered list. @throws Unmet if either is unknown */
export async function filterGround(session: Session): Promise<FilterGround> {
  const placement = await knownPlacement(session);
  const list = await unfilteredList.in(session);
  if (typeof list === 'string') throw new Unmet(list);
  if (list.records.length === 0) throw new Unmet('the list of webhooks is empty: every filter gives nothing');
  return { placement, list };
}

/** The field of a choice. @throws Unmet if the target has none */
export async function fieldOn(
  { list }: FilterGround,
  choice: FieldChoice,
  session: Session,
): Promise<FilterField> {
  if (typeof choice === 'number') {
    const names = certainFieldNames(session);
    const name = names[Math.floor((choice * names.length) / 1000)] ?? '';
    const field = filterField(list, name, true);
    if (field === null)
      throw new Unmet(
        `the values of \`${name}\` are not of one kind in all records, so filters on it cannot be judged`,
      );
    return field;
  }
  const name = (await furtherFields.in(session)).get(choice);
  const field = name === undefined ? null : filterField(list, name, false);
  if (field === null) throw new Unmet(`no further field (${choice}) was found to be filterable`);
  return field;
}

/** Whether a field that is null in some records was found to be filterable. @throws Unmet if filters cannot be judged */
export async function hasNullableField(session: Session): Promise<boolean> {
  return (await furtherFields.in(session)).has('nullable');
}

const mostTried = 10;

/** For each further kind, the first field on which scalars give exactly the right records. */
const furtherFields = defineFinding(async (session: Session): Promise<ReadonlyMap<FieldChoice, string>> => {
  const ground = await filterGround(session);
  const certain = certainFieldNames(session);
  const found = new Map<FieldChoice, string>();
  const names = ground.list.steadyFields.filter((name) => !certain.includes(name)).slice(0, mostTried);
  for (const name of names) {
    const field = filterField(ground.list, name, false);
    const kinds = field === null ? [] : furtherKindsOf(field).filter((kind) => !found.has(kind));
    if (field === null || kinds.length === 0 || !(await isFilterable(field, ground, session))) continue;
    for (const kind of kinds) found.set(kind, name);
  }
  return found;
});

function furtherKindsOf(field: FilterField): readonly (typeof furtherKinds)[number][] {
  const kind = field.kind === 'number' || field.kind === 'date-time' ? [field.kind] : [];
  return field.values.some(({ value }) => value === null) ? [...kind, 'nullable'] : kind;
}

async function isFilterable(
  field: FilterField,
  { list, placement }: FilterGround,
  session: Session,
): Promise<boolean> {
  try {
    const values = new Set(
      // The least number, often 0, may be taken for no value.
      [500, 1000].map((choice) => operandOn(field, choice, placement).value),
    );
    for (const value of values) {
      const condition = { form: 'scalar', value } as const;
      const listing = await readFiltered(session, placement, field.name, condition, list);
      if (!isDecisiveAnswer(field, condition, listing)) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof Unmet) return false;
    throw error;
  }
}
