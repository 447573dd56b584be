/** How a broken target would answer a filter: the building blocks of the breaches of the FILT rules. */
import type { FilterOperator } from '@outreach-api/client';
import { placeOf, type Condition } from './condition.ts';
import type { FieldValue } from './field-values.ts';
import type { Asked, FilterField, FilterSeen } from './filter-seen.ts';

/** The records that a broken target would give, by identity; `refused`; or nothing if the defect does not apply. */
type Given = readonly string[] | 'refused' | undefined;

/** What a broken target would have shown, or nothing if the defect does not apply to the observation. */
type Change = (seen: FilterSeen) => FilterSeen | undefined;

/** A defect in the answer to one condition. */
export type Defect = (asked: Asked, field: FilterField) => Given;

/** The observation with the defect in each of its answers, or in those for one operator. */
export function answering(defect: Defect, ...operators: readonly FilterOperator[]): Change {
  return (seen) => {
    let changed = false;
    const asked = seen.asked.map((one): Asked => {
      if (operators.length > 0 && !operators.some((operator) => isBy(one.condition, operator))) return one;
      const given = one.listing.accepted ? defect(one, seen.field) : undefined;
      if (given === undefined) return one;
      changed = true;
      if (given === 'refused') return { ...one, listing: { accepted: false, status: 400, ids: [] } };
      return { ...one, listing: { ...one.listing, ids: given } };
    });
    return changed ? { ...seen, asked } : undefined;
  };
}

/** The filter is ignored: the whole list. */
export const ignored: Defect = (_, field) => field.values.map(({ id }) => id);

/** No record. */
export const nothing: Defect = () => [];

/** The request is refused. */
export const refused: Defect = () => 'refused';

/** The last record is omitted. */
export const oneMissing: Defect = ({ listing }) => listing.ids.slice(0, -1);

/** Only the first of the records. */
export const firstOnly: Defect = ({ listing }) => listing.ids.slice(0, 1);

/** A record that does not match the condition is included. */
export const oneTooMany: Defect = ({ listing }, field) => {
  const other = field.values.find(({ id }) => !listing.ids.includes(id));
  return other === undefined ? undefined : [...listing.ids, other.id];
};

/** Each record comes twice. */
export const twice: Defect = ({ listing }) => [...listing.ids, ...listing.ids];

/** The defect where the field has this name. */
export function on(name: string, defect: Defect): Defect {
  return (asked, field) => (field.name === name ? defect(asked, field) : undefined);
}

/** The records that would match another condition instead. */
export function as(other: (condition: Condition) => Condition | undefined): Defect {
  return ({ condition }, field) => {
    const instead = other(condition);
    return instead === undefined
      ? undefined
      : idsWhere(field, (value) => placeOf(value, instead, field.kind) === 'in');
  };
}

/** The operator treated as another one, which only tests equality. */
export function asEquality(operator: '=' | '!='): Defect {
  return as((condition) => {
    const operand = operandOf(condition);
    return operand === undefined ? undefined : { form: 'comparison', operator, operand };
  });
}

/** The text of a value is compared with the text of the operand in a custom way. */
export function comparing(meets: (value: string, operand: string) => boolean): Defect {
  return ({ condition }, field) => {
    const operand = operandOf(condition);
    if (operand === undefined) return undefined;
    return idsWhere(field, (value) => value !== null && meets(String(value), String(operand)));
  };
}

/** An operator is answered like another one of the same observation and operand. */
export function actsAs(operator: FilterOperator, other: FilterOperator): Change {
  return (seen) =>
    answering(
      ({ condition }) =>
        seen.asked.find(
          (one) => isBy(one.condition, other) && operandOf(one.condition) === operandOf(condition),
        )?.listing.ids,
      operator,
    )(seen);
}

/** Several changes at once. */
export function together(...changes: readonly Change[]): Change {
  return (seen) => {
    const changed = changes.reduce((before, change) => change(before) ?? before, seen);
    return changed === seen ? undefined : changed;
  };
}

/** The operand of a scalar or a comparison. */
export function operandOf(condition: Condition): string | number | boolean | undefined {
  if (condition.form === 'scalar') return condition.value;
  return condition.form === 'comparison' ? condition.operand : undefined;
}

/** One breach for each documented field: it occurs there and not on the others. */
export function onEachField(
  what: string,
  defect: Defect,
  fields: readonly string[] = ['uuid', 'event', 'request_method', 'target_url'],
): Readonly<Record<string, Change>> {
  return Object.fromEntries(fields.map((name) => [`${what} on \`${name}\``, answering(on(name, defect))]));
}

function idsWhere(field: FilterField, meets: (value: FieldValue) => boolean): readonly string[] {
  return field.values.filter(({ value }) => meets(value)).map(({ id }) => id);
}

function isBy(condition: Condition, operator: FilterOperator): boolean {
  return condition.form === 'comparison' && condition.operator === operator;
}
