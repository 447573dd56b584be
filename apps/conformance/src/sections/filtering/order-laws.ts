/** Judges string comparisons by the laws of any total order: the description does not say which order it is. */
import type { FilterOperator, FilterScalar } from '@outreach-api/client';
import { every, held, judging, type Judgement } from '../../rules/judgement.ts';
import type { ComparedOn, OrderLaws, FilteringBreaches as Breaches } from '../../rules/breaches/filtering.ts';
import { standingOf } from './field-values.ts';
import type { FilterField, FilterSeen } from './filter-seen.ts';
import type { ShownBy } from '@outreach-api/model/records/shown-by';

const { holds, shownBy } = judging<Breaches>();

type Ids = ReadonlySet<string>;

/** The answers for one operand: records that are null, or alike the operand, are removed from all of them. */
interface Comparisons {
  readonly field: string;
  readonly operand: FilterScalar;
  readonly answers: ReadonlyMap<FilterOperator, Ids>;
  /** Records that differ from every operand, and those equal to this one. */
  readonly equal: Ids;
  readonly all: Ids;
}

/** Holds if the answers to the comparisons could come from one total order of the values (Filtering). */
export function keepsOrderLaws({ field, asked }: FilterSeen): Judgement<Breaches> {
  const compared = asked.flatMap(({ condition, listing }) =>
    condition.form === 'comparison' && listing.accepted ? [{ ...condition, ids: listing.ids }] : [],
  );
  const operands = [...new Set(compared.map(({ operand }) => operand))];
  const clear = clearRecords(field, operands);
  const sides = operands.map((operand): Comparisons => {
    const equal = clear.filter(({ value }) => value === operand).map(({ id }) => id);
    const all = new Set(clear.map(({ id }) => id));
    const answers = compared
      .filter((one) => one.operand === operand)
      .map(({ operator, ids }) => [operator, new Set(ids.filter((id) => all.has(id)))] as const);
    return { field: field.name, operand, answers: new Map(answers), equal: new Set(equal), all };
  });
  return every([
    ...sides.map((side) => lawsOfOneOperand(side)),
    ...pairsOf(sides).flatMap(([one, other]) => [growing(one, other), facing(one, other)]),
  ]);
}

/** Records whose place under each operand does not depend on letter case, null or the like. */
function clearRecords(field: FilterField, operands: readonly FilterScalar[]): FilterField['values'] {
  return field.values.filter(
    ({ value }) =>
      value !== null && !operands.some((operand) => standingOf(value, operand, field.kind) === 'alike'),
  );
}

function lawsOfOneOperand(side: Comparisons): Judgement<Breaches> {
  return every([
    splits(side, '<', '>='),
    splits(side, '>', '<='),
    shareNothing(side, '<', '>'),
    isWithEqual(side, '<', '<='),
    isWithEqual(side, '>', '>='),
    ...(['<=', '>='] as const).map((operator) => holdsEqual(side, operator, true)),
    ...(['<', '>'] as const).map((operator) => holdsEqual(side, operator, false)),
  ]);
}

function splits(side: Comparisons, one: FilterOperator, other: FilterOperator): Judgement<Breaches> {
  const [first, second] = [side.answers.get(one), side.answers.get(other)];
  if (first === undefined || second === undefined) return held;
  const neither = without(without(side.all, first), second);
  return every([
    shareNothing(side, one, other),
    law(side, neither.size === 0, 'order-leaves-out', {
      ...on(side),
      operators: [one, other],
      records: side.all.size,
      neither: neither.size,
    }),
  ]);
}

function shareNothing(side: Comparisons, one: FilterOperator, other: FilterOperator): Judgement<Breaches> {
  const [first, second] = [side.answers.get(one), side.answers.get(other)];
  if (first === undefined || second === undefined) return held;
  const both = shared(first, second);
  return law(side, both.size === 0, 'order-overlaps', {
    ...on(side),
    operators: [one, other],
    records: side.all.size,
    both: both.size,
  });
}

/** `<=` is `<` plus what equals the operand. */
function isWithEqual(side: Comparisons, strict: FilterOperator, wide: FilterOperator): Judgement<Breaches> {
  const [first, second] = [side.answers.get(strict), side.answers.get(wide)];
  if (first === undefined || second === undefined) return held;
  const wanted = new Set([...first, ...side.equal]);
  const fits = wanted.size === second.size && without(wanted, second).size === 0;
  return law(side, fits, 'order-equality-not-added', {
    ...on(side),
    operators: [strict, wide],
    strict: first.size,
    equal: side.equal.size,
    wide: second.size,
    examples: [...second].slice(0, 3),
  });
}

function holdsEqual(side: Comparisons, operator: FilterOperator, wanted: boolean): Judgement<Breaches> {
  const answer = side.answers.get(operator);
  if (answer === undefined) return held;
  const found = shared(answer, side.equal).size;
  return law(side, found === (wanted ? side.equal.size : 0), 'order-misplaces-equal', {
    ...on(side),
    operator,
    isIncluded: wanted,
    equal: side.equal.size,
    found,
  });
}

/** Of two operands, the greater has the larger answers under `<` and `<=`, and the smaller under `>` and `>=`. */
function growing(one: Comparisons, other: Comparisons): Judgement<Breaches> {
  const judgements: Judgement<Breaches>[] = [];
  for (const [operator, first] of one.answers) {
    for (const [operator_, second] of other.answers) {
      if (operator[0] !== operator_[0]) continue;
      const common = shared(first, second).size;
      const nested = common === Math.min(first.size, second.size);
      judgements.push(
        shownBy(
          holds(nested, 'order-not-nested', {
            field: one.field,
            one: { operator, operand: one.operand, records: first.size },
            other: { operator: operator_, operand: other.operand, records: second.size },
            common,
          }),
          shownOn(one, other),
        ),
      );
    }
  }
  return every(judgements);
}

/** Of two operands that records have, if one is below the other, that other is above it. */
function facing(one: Comparisons, other: Comparisons): Judgement<Breaches> {
  const [there, back] = [sideOf(one, [...other.equal]), sideOf(other, [...one.equal])];
  if (there === null || back === null) return held;
  return shownBy(
    holds(there !== back, 'order-circular', {
      field: one.field,
      operands: [one.operand, other.operand],
      each: there,
    }),
    shownOn(one, other),
  );
}

/** On which side of the operand the answers place the records of one value; null if they do not show it. */
function sideOf({ answers }: Comparisons, [record]: readonly string[]): 'below' | 'above' | null {
  const [first] = answers;
  if (first === undefined || record === undefined) return null;
  const [operator, ids] = first;
  return operator.startsWith('<') === ids.has(record) ? 'below' : 'above';
}

/** A law of the comparisons with one operand. */
function law<Law extends keyof OrderLaws>(
  side: Comparisons,
  fits: boolean,
  code: Law,
  values: Breaches[Law],
): Judgement<Breaches> {
  return shownBy(holds(fits, code, values), shownOn(side));
}

function on({ field, operand }: Comparisons): ComparedOn {
  return { field, operand };
}

function shownOn(...sides: readonly Comparisons[]): ShownBy {
  return { operations: ['listWebhooks'], sent: sides.map(({ operand }) => String(operand)) };
}

function pairsOf<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));
}

function without(ids: Ids, others: Ids): Ids {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function shared(ids: Ids, others: Ids): Ids {
  return new Set([...ids].filter((id) => others.has(id)));
}
