/** Filter operands, named without knowing the target's data, and their values on a field. */
import type { FilterScalar } from '@outreach-api/client';
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { parseDateTime } from '@outreach-api/model/records/date-time';
import { isUuid } from '@outreach-api/model/records/uuid';
import type { FilterPlacement } from '../../target/target.ts';
import { standingOf } from './field-values.ts';
import type { FilterField } from './filter-seen.ts';

/** Values that no record has, each similar to one that records have, or to none. */
const absentOperands = [
  'cut',
  'tail',
  'longer',
  'pattern',
  'wildcard',
  'percent',
  'quoted',
  'prefixed',
  'negated',
  'escaped',
  'joined',
  'barred',
  'named',
  'bracketed',
  'single',
  'leading',
  'slashed',
  'all',
  'strange',
  'null',
  'false',
  'empty',
] as const;
type AbsentOperand = (typeof absentOperands)[number];

/** Values between the most common and the rarest, more common first. */
const betweenOperands = ['second', 'third', 'fourth'] as const;
type BetweenOperand = (typeof betweenOperands)[number];

/** Together with the most common and the rarest value, each of up to five values. */
export const valuesBetween: readonly OperandChoice[] = betweenOperands;

/** An operand before the data is known; see {@link operandOn}. */
export type OperandChoice =
  | number
  | 'common'
  | 'rare'
  | 'special'
  | 'odd'
  /** A moment of some record, as it is written elsewhere on earth. */
  | 'elsewhere'
  /** Below what any record has: a number below zero, a time before 1970. */
  | 'lowest'
  | BetweenOperand
  | AbsentOperand;

/** An operand as sent. */
export interface Operand {
  readonly value: FilterScalar;
  /** Whether a record has it; a target may refuse a value that no record has. */
  readonly known: boolean;
}

/** Any operand: the value at a rank of the sorted ones in thousandths, a distinctive one, or one that no record has. */
export const operandChoice: fc.Arbitrary<OperandChoice> = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 1000 }) },
  { weight: 1, arbitrary: fc.constantFrom<OperandChoice>('common', 'rare', 'special', 'odd') },
  { weight: 1, arbitrary: fc.constantFrom<OperandChoice>(...absentOperands) },
);

const longestOperand = 500;
/** What may be taken for the end of a value, on each field something else; a semicolon on all others. */
const ends: Readonly<Record<string, string>> = { request_method: '--', target_url: '#' };
/** In brackets, a comma is a common way to write a list. */
const listSeparator = ',';

/**
 * The value of an operand on a field.
 *
 * @throws Unmet if the field has none
 */
export function operandOn(field: FilterField, choice: OperandChoice, placement: FilterPlacement): Operand {
  const values = sendableValues(field, placement);
  if (values.length === 0)
    throw new Unmet(`no record has a value of \`${field.name}\` that could be filtered for`);
  if (typeof choice === 'number')
    return known(values[Math.min(values.length - 1, Math.floor((choice * values.length) / 1000))]);
  if (choice === 'common') return known(byCount(field, values)[0]);
  if (choice === 'rare') return known(byCount(field, values).at(-1));
  if (choice === 'special') return special(field, values);
  if (choice === 'odd') return odd(field, values);
  if (choice === 'elsewhere') return elsewhere(field, values);
  if (choice === 'lowest') return lowest(field, values);
  if (isBetween(choice)) return known(byCount(field, values).slice(1, -1)[betweenOperands.indexOf(choice)]);
  const value = absentValue(field, choice, values, placement);
  const near = field.values.some(
    (one) => one.value !== null && standingOf(one.value, value, field.kind) !== 'different',
  );
  if ((value === '' && choice !== 'empty') || near)
    throw new Unmet(`\`${field.name}\` has no value like "${choice}" that no record has`);
  return { value, known: false };
}

/** The distinct values of a field that arrive unchanged in each placement, sorted. */
function sendableValues(field: FilterField, placement: FilterPlacement): readonly FilterScalar[] {
  const values = field.values.flatMap(({ value }) =>
    value !== null && isSendable(value, placement) ? [value] : [],
  );
  return [...new Set(values)].toSorted(inOrder);
}

function isSendable(value: FilterScalar, placement: FilterPlacement): boolean {
  if (typeof value !== 'string') return true;
  if (placement === 'query-brackets' && value.includes(listSeparator)) return false;
  const plain = value !== '' && value === value.trim() && value.isWellFormed();
  return plain && value.length <= longestOperand && value !== 'is_null' && value !== 'is_not_null';
}

function inOrder(a: FilterScalar, b: FilterScalar): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

function byCount(field: FilterField, values: readonly FilterScalar[]): readonly FilterScalar[] {
  const counts = new Map(values.map((value) => [value, 0]));
  for (const { value } of field.values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

function isBetween(choice: BetweenOperand | AbsentOperand): choice is BetweenOperand {
  return betweenOperands.some((one) => one === choice);
}

/** The value that is hardest to send. */
function special(field: FilterField, values: readonly FilterScalar[]): Operand {
  const [hardest] = values.toSorted((a, b) => hardness(b) - hardness(a));
  if (hardest === undefined || hardness(hardest) === 0)
    throw new Unmet(`\`${field.name}\` has no value in which anything must be escaped`);
  return known(hardest);
}

/** The value with the most pitfalls besides those of the one that is hardest to send. */
function odd(field: FilterField, values: readonly FilterScalar[]): Operand {
  const [hardest = '', ...others] = values.toSorted((a, b) => hardness(b) - hardness(a));
  const further = (value: FilterScalar): number =>
    stumblingBlocks.filter((one) => one.test(String(value)) && !one.test(String(hardest))).length;
  const [oddest] = others.toSorted((a, b) => further(b) - further(a));
  if (oddest === undefined || further(oddest) === 0)
    throw new Unmet(`\`${field.name}\` has no other value that is hard to send`);
  return known(oddest);
}

/** Where the day begins first. */
const farOffset = { text: '+14:00', ms: 14 * 3_600_000 };

/**
 * The moment of the record that another follows soonest, at an offset from UTC so large that without it the operand
 * would be past that other.
 */
function elsewhere({ name, kind }: FilterField, values: readonly FilterScalar[]): Operand {
  const moments = values.flatMap((value) => parseDateTime(value)?.at ?? []).toSorted((a, b) => a - b);
  const steps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
  const soonest = moments[steps.indexOf(Math.min(...steps))];
  if (kind !== 'date-time' || soonest === undefined) throw new Unmet(`\`${name}\` does not hold two moments`);
  const value = new Date(soonest + farOffset.ms).toISOString().replace('Z', farOffset.text);
  return { value, known: false };
}

/** A value that needs a sign, or is before the epoch of most clocks. */
function lowest({ name, kind }: FilterField, values: readonly FilterScalar[]): Operand {
  if (kind === 'date-time') return { value: '1960-01-01T00:00:00Z', known: false };
  if (kind !== 'number') throw new Unmet(`\`${name}\` holds no numbers or date-times`);
  return { value: -1 - Math.max(...values.map((value) => Math.abs(Number(value)))), known: false };
}

const stumblingBlocks: readonly RegExp[] = [
  /[^ -~]/,
  /\s/,
  /,/,
  /"/,
  /&/,
  /#/,
  /\\/,
  /;/,
  /'/,
  /%/,
  /\+/,
  /\$/,
  /[[\]{}]/,
];

/** How much of a value must be escaped in a query or a statement, above all what breaks if that is done twice. */
function hardness(value: FilterScalar): number {
  const text = String(value);
  const kinds = ["'", '%', '+'].filter((kind) => text.includes(kind)).length;
  return kinds * longestOperand * 12 + encodeURIComponent(text).length - text.length;
}

function known(value: FilterScalar | undefined): Operand {
  if (value === undefined) throw new Unmet('the field does not have that many values');
  return { value, known: true };
}

/** Values like one that records have, which a query language may take for more than a value, or for that one. */
const alike: Readonly<Partial<Record<AbsentOperand, (base: string, field: string) => string>>> = {
  cut: (base) => base.slice(0, -1),
  tail: (base) => base.slice(1),
  longer: (base, field) => `${base}${ends[field] ?? ';'}x`,
  pattern: (base) => `${base.slice(0, -1)}_`,
  wildcard: (base) => `${base.slice(0, -1)}*`,
  percent: (base) => `${base.slice(0, -1)}%`,
  prefixed: (base) => `ne${base}`,
  negated: (base) => `!${base}`,
  escaped: (base) => `${base.slice(0, 1)}\\${base.slice(1)}`,
  named: (_, field) => field,
  bracketed: (base) => `${base.slice(0, -1)}[${base.slice(-1)}]`,
  single: (base) => `${base.slice(0, -1)}?`,
  leading: (base) => `*${base.slice(1)}`,
  slashed: (base) => `${base}/`,
  all: () => 'all',
  strange: (base) => `${base}&=%25+ "'\\[]{}<>#é日𝒳`,
};

/** Those that in brackets have a meaning: quotes and words may say what a value is, and signs separate several. */
const alikeInJson: typeof alike = {
  quoted: (base) => `"${base}"`,
  null: () => 'null',
  false: () => 'false',
};

function absentValue(
  field: FilterField,
  choice: AbsentOperand,
  values: readonly FilterScalar[],
  placement: FilterPlacement,
): string {
  if (field.kind !== 'text')
    throw new Unmet(`\`${field.name}\` holds no text: it has no value like "${choice}"`);
  const [base = '', next = base] = byCount(field, values).map(String);
  if (values.every(isUuid)) return otherUuid(base, choice);
  const plain = alike[choice]?.(base, field.name);
  if (plain !== undefined) return plain;
  if (placement === 'query-brackets') {
    if (choice === 'empty') throw new Unmet('in brackets, nothing may be no condition');
    return '';
  }
  if (choice === 'barred') return `${next}|${base}`;
  // Whichever of them separates values, it leaves one that records have.
  if (choice === 'joined') return `${next} && ${base}|${next}|,${next},;${next}; or ${next} or ${base}`;
  return alikeInJson[choice]?.(base, field.name) ?? '';
}

/** Another well-formed UUID: a target may refuse anything else. */
function otherUuid(base: string, choice: AbsentOperand): string {
  const at: Readonly<Record<AbsentOperand, number>> = {
    cut: 35,
    tail: 0,
    longer: 16,
    pattern: 20,
    wildcard: 21,
    percent: 22,
    quoted: 25,
    prefixed: 2,
    negated: 3,
    escaped: 4,
    joined: 1,
    barred: 5,
    named: 6,
    bracketed: 7,
    single: 26,
    leading: 27,
    slashed: 28,
    all: 33,
    strange: 12,
    null: 30,
    false: 29,
    empty: 31,
  };
  const digit = base[at[choice]]?.toLowerCase() === '7' ? '8' : '7';
  return `${base.slice(0, at[choice])}${digit}${base.slice(at[choice] + 1)}`;
}
