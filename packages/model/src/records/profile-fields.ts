/** Names and labels for updates of a sender profile. */
import * as fc from 'fast-check';
import { isRecord } from './is-record.ts';
import {
  boundaryTexts,
  isOrdinaryText,
  mostCodePoints,
  ordinaryTextOf,
  textsOfOtherLengths,
} from '../texts/ordinary-text.ts';

/** Names and label as an update of a sender profile sends them: at least one of them (Update a sender profile). */
export interface ProfileFields {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly label?: string;
}

/** Names of the text fields of an update. */
export const textFields = ['first_name', 'last_name', 'label'] as const;

type TextField = (typeof textFields)[number];

/** Whether the body of an update names nothing but texts that a conforming target accepts. */
export function isOrdinaryUpdate(sent: unknown): boolean {
  const fields = isRecord(sent) ? Object.entries(sent) : [];
  return (
    fields.length > 0 &&
    fields.every(
      ([field, text]) =>
        textFields.some((one) => one === field) && typeof text === 'string' && isOrdinaryText(text),
    )
  );
}

/** Each non-empty choice of fields, all three last. */
const subsets: readonly (readonly TextField[])[] = [
  ['first_name'],
  ['last_name'],
  ['label'],
  ['first_name', 'last_name'],
  ['first_name', 'label'],
  ['last_name', 'label'],
  textFields,
];

/** Text that may be refused, but if accepted must come back unchanged, apart from white space at the ends. */
export const unusualTexts = [
  'Dr. Ann, Jr. (Sales_EU) – #1* of [24]! _So_ on...',
  'Ж'.repeat(65),
  `${'u'.repeat(254)}Ω`,
  't'.repeat(301),
  '  white  space around  ',
  'First\r\nsecond\nline\tend\flast',
  'Growth  👩‍🚀 प्रिया\u00a0ทีม <3',
  'Tom’s &amp; "Jerry" <b>Ltd</b>',
  String.raw`=C:\new\table %41 +1 {{name}} $1 @a|b ~c^ d;e?`,
  '2026-11-24T10:15:00Z',
] as const;

/** Text that labels are likelier to accept than names: a JSON value, an address, directives, and what cannot be seen. */
const unusualLabels = [
  '[1, {"a": 1.0}]',
  'See www.example.com/a %s%d soft\u00adhy\u200bphen\u200f\u2028x\ufeff ❤\ufe0f',
] as const;

/**
 * An update of all three fields with texts of lengths spread over those of ordinary text, and one of a name with text
 * that may be refused, and the label as long as a typical column or buffer, or one letter longer.
 */
export function updatesOfAnyLength(): fc.Arbitrary<readonly ProfileFields[]> {
  const ordinary = fc
    .tuple(fc.nat({ max: mostCodePoints - 1 }), fc.shuffledSubarray(spread, { minLength: spread.length }))
    .chain(([from, steps]) =>
      fc.tuple(...steps.map((step) => ordinaryTextOf(((from + step) % mostCodePoints) + 1))),
    )
    .map((texts) => fieldsOf(texts));
  const long = fc
    .tuple(fc.constantFrom(...columnLengths), fc.nat({ max: 1 }), fc.constantFrom('x', 'é', 'Ж', '王'))
    .map(([length, more, letter]) => `${'v'.repeat(length + more - 1)}${letter}`);
  const unusual = fc
    .tuple(
      fc.constantFrom('first_name', 'last_name'),
      fc.constantFrom(...unusualTexts, ...unusualLabels),
      long,
    )
    .map(([name, text, label]) => [{ [name]: text, label }]);
  return fc.tuple(ordinary, unusual).map((updates) => updates.flat());
}

/** Lengths as far apart as possible. */
const spread = [0, 17, 33];

/** Typical maximum lengths of names and labels. */
const columnLengths = [
  60, 63, 64, 70, 75, 80, 90, 99, 100, 120, 127, 128, 140, 150, 160, 180, 190, 191, 192, 199, 200, 240, 250,
  254, 255, 256, 300, 400, 499, 500, 511, 512, 999, 1000, 1023, 1024,
];

function fieldsOf(texts: readonly string[]): readonly ProfileFields[] {
  const [a = '', b = a, c = b, ...others] = texts;
  const update = { first_name: a, last_name: b, label: c };
  return others.length === 0 ? [update] : [update, ...fieldsOf(others)];
}

/** Updates of all three fields by one text of each length that no boundary text has, and one taken for a point in time. */
export const updatesOfOtherLengths: readonly ProfileFields[] = fieldsOf([
  ...textsOfOtherLengths,
  '2026-11-24',
]);

/** Each boundary text goes into one of the fields: what mangles it does so in any. The first update is of all three. */
const [firstTexts, partialTexts, otherTexts] = [
  boundaryTexts.slice(0, 3),
  boundaryTexts.slice(3, 12),
  boundaryTexts.slice(12),
];

/** The label of a profile that is deleted early in a run: from then on, it may be given to others. */
export const labelOfTheDeleted = 'North';

/** Updates of all three fields with boundary texts. */
export const wholeUpdates: readonly ProfileFields[] = fieldsOf([...firstTexts, ...otherTexts]);

/** Updates of some of the fields, each choice once, with the other boundary texts. */
export const partialUpdates: readonly ProfileFields[] = subsets
  .slice(0, -1)
  .map((subset, index, all) =>
    Object.fromEntries(
      subset.map((field, place) => [field, partialTexts[all.slice(0, index).flat().length + place] ?? field]),
    ),
  );

/** Ordinary text that a careless program takes for nothing, perhaps in one field alone. */
const wordsForEachField = ['0', 'null', 'false'];

/** Ordinary text that it takes for something else: a comment, a number, or, three places on, an equal number. */
const otherWords = ['true', '007', '1e3', "x'--y", '7', '1000', 'None', 'undefined', '1', '-', "'", 'NULL'];

/**
 * Updates of all three fields with words that are taken for something else: first the same ones in other fields each
 * time, written in another order than usual.
 */
export const misleadingUpdates: readonly ProfileFields[] = [
  ...wordsForEachField.map((word, index) => ({
    label: wordsForEachField.at(index - 2) ?? word,
    last_name: wordsForEachField.at(index - 1) ?? word,
    first_name: word,
  })),
  ...fieldsOf(otherWords),
];

const [titled, letters, column, tooLong, spaced, lines, emoji, markup, escapes, moment] = unusualTexts;
const [json, address] = unusualLabels;

/**
 * Updates with text that may be refused, most of it in two fields, so that a field that alone mangles it shows. Text that
 * one field alone refuses is to be sent again without the others; long text goes into fields likelier to accept it.
 */
export const unusualUpdates: readonly ProfileFields[] = [
  { first_name: titled, last_name: moment, label: json },
  { first_name: letters, last_name: letters, label: column },
  { last_name: tooLong, label: tooLong },
  { first_name: markup, last_name: spaced, label: emoji },
  { first_name: spaced, last_name: lines, label: address },
  { first_name: lines, last_name: escapes, label: titled },
  { first_name: escapes, last_name: emoji, label: markup },
];

/** Shorter ones may be anybody's. */
const leastOfOurs = 10;
const oursAlone: ReadonlySet<unknown> = new Set(
  [...boundaryTexts, ...textsOfOtherLengths, ...unusualTexts].filter(
    (text) => Array.from(text).length >= leastOfOurs,
  ),
);

/** Whether a value is a text that updates send and nobody else has. */
export function isOursAlone(value: unknown): boolean {
  return oursAlone.has(value);
}

/** The fields that no update changes. */
export const lastingFields = ['uuid', 'team_id', 'user_id', 'created_at'] as const;

/** The fields that link a profile to other records: no update sends them. */
export const linkFields = [
  'linkedin_server_id',
  'linkedin_browser_uuid',
  'linkedin_account_uuid',
  'mailbox_uuid',
  'assignee_user_id',
] as const;

/** The fields that may change a while after an update of the same profile, as its side effect, such as a status that comes back. */
export const sideEffectFields = ['status', ...linkFields] as const;

/** Whether an update of a profile may still change this field a while later. */
export function mayChangeAfterUpdate(field: string): boolean {
  return field === 'updated_at' || sideEffectFields.some((one) => one === field);
}
