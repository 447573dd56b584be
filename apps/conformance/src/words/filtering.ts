/** Words for breaches of the section Filtering. */
import type { FilterExample, FilteringBreaches, ComparedOn } from '../rules/breaches/filtering.ts';
import { counted } from '@outreach-api/report/plural';
import { compared, show, type Words } from './sides.ts';

type FilteredPage = FilteringBreaches['filtered-total'];

export const filteringWords: Words<FilteringBreaches> = {
  'filter-refused': ({ filter, status }) => ({
    expected: `${filterWords(filter)} is accepted`,
    actual: `refused with ${status}`,
  }),
  'filter-answer-wrong': ({ filter, matching, webhooks, given, missing, tooMany, examples }) => ({
    expected: `${filterWords(filter)} gives the ${matching} of ${counted(webhooks, 'webhook')} that match it, and no others`,
    actual: `it gives ${given}: ${[
      ...(examples.missing === null ? [] : [`${missing} missing, e.g. ${exampleWords(examples.missing)}`]),
      ...(examples.tooMany === null ? [] : [`${tooMany} too many, e.g. ${exampleWords(examples.tooMany)}`]),
      ...(examples.twice === null ? [] : [`${exampleWords(examples.twice)} twice`]),
    ].join('; ')}`,
  }),
  'inequalities-differ': compared(({ filter }) => `the answer to ${filterWords(filter)}`),
  'order-leaves-out': ({ operators: [one, other], records, neither, ...on }) => ({
    expected: `${onWords(on)}each record is in \`${one}\` or \`${other}\``,
    actual: `${onWords(on)}${neither} of ${counted(records, 'record')} in neither`,
  }),
  'order-overlaps': ({ operators: [one, other], records, both, ...on }) => ({
    expected: `${onWords(on)}no record is in both \`${one}\` and \`${other}\``,
    actual: `${onWords(on)}${both} of ${counted(records, 'record')} in both`,
  }),
  'order-equality-not-added': ({ operators: [less, orEqual], strict, equal, wide, examples, ...on }) => ({
    expected: `${onWords(on)}\`${orEqual}\` contains the ${counted(strict, 'record')} of \`${less}\` and the ${equal} that equal the operand`,
    actual: `${onWords(on)}\`${orEqual}\` contains ${wide}: ${show(examples)}`,
  }),
  'order-misplaces-equal': ({ operator, isIncluded, equal, found, ...on }) => ({
    expected: `${onWords(on)}\`${operator}\` contains ${isIncluded ? 'each' : 'no'} record that equals the operand`,
    actual: `${onWords(on)}${found} of ${equal} are in its answer`,
  }),
  'order-not-nested': ({ field, one, other, common }) => ({
    expected: `on \`${field}\`, the answer to one of \`${one.operator}\` ${show(one.operand)} and \`${other.operator}\` ${show(other.operand)} contains the other`,
    actual: `neither does: they have ${one.records} and ${counted(other.records, 'record')}, ${common} of them in common`,
  }),
  'order-circular': ({ field, operands: [one, other], each }) => ({
    expected: `on \`${field}\`, one of ${show(one)} and ${show(other)} is below the other`,
    actual: `each is ${each} the other`,
  }),
  'filtered-page-refused': ({ status, ...page }) => ({
    expected: `${pageWords(page)}: a page is returned`,
    actual: `refused with ${status}`,
  }),
  'filtered-total': compared((page) => `${pageWords(page)}: \`total\``),
  'filtered-page-length': compared(
    ({ limit, ...page }) => `${pageWords(page)}: the number of records in a page of ${limit}`,
  ),
  'filtered-page-of-others': ({ others, example, ...page }) => ({
    expected: `${pageWords(page)}: no other records`,
    actual: `${counted(others, 'other')}, e.g. ${example}`,
  }),
  'filtered-has-more': compared((page) => `${pageWords(page)}: \`has_more\``),
  'filtered-record-twice': ({ filter, record }) => ({
    expected: `no record twice in the pages of ${listWords(filter)}`,
    actual: `twice: ${record}`,
  }),
};

function filterWords(filter: FilteringBreaches['filter-refused']['filter']): string {
  return `the filter \`${JSON.stringify(filter)}\``;
}

function listWords(filter: FilteredPage['filter']): string {
  return filter === null ? 'the unfiltered list' : `the list under ${filterWords(filter)}`;
}

function pageWords({ filter, records, offset }: FilteredPage): string {
  return `in ${listWords(filter)}, which has ${counted(records, 'record')}, at offset ${offset}`;
}

function onWords({ field, operand }: ComparedOn): string {
  return `on \`${field}\`, compared with ${show(operand)}, `;
}

/** A record, shown by its uuid and the filtered value. */
function exampleWords({ uuid, field, value, isListed }: FilterExample): string {
  if (!isListed) return `${uuid}, which the whole list does not contain`;
  return field === 'uuid' ? uuid : `${uuid} with \`${field}\` ${show(value)}`;
}
