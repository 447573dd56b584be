/** Dialect rows about lists: pages, their order, and filters. */
import { dimension } from './dimension.ts';

export const listsDialect = {
  pageMaximum: dimension({
    row: 'PAGE-90',
    asks: 'What is the largest page?',
    readings: {
      100: '100 records.',
      50: '50 records.',
      20: '20 records.',
      none: 'There is no maximum.',
    },
    default: '100',
  }),
  overMaximum: dimension({
    row: 'PAGE-90',
    asks: 'What becomes of a limit above the maximum?',
    readings: {
      clamped: 'The maximum is used, and the envelope says so.',
      refused: 'The request is refused.',
    },
    default: 'clamped',
  }),
  limitZero: dimension({
    row: 'PAGE-90',
    asks: 'What does `limit=0` do?',
    readings: {
      refused: 'The request is refused.',
      default: 'The default of 20 is used.',
      'empty-page': 'The page is empty, its limit 0.',
    },
    default: 'refused',
  }),
  negativeWindow: dimension({
    row: 'PAGE-90',
    asks: 'What does a negative limit or offset do?',
    readings: { refused: 'The request is refused.', default: 'The default is used.' },
    default: 'refused',
  }),
  nonIntegerWindow: dimension({
    row: 'PAGE-90',
    asks: 'What does a limit or offset do that is no integer?',
    readings: {
      refused: 'The request is refused.',
      default: 'The default is used.',
      leading: 'The integer that it begins with is used, or the default.',
    },
    default: 'refused',
  }),
  offsetPastEnd: dimension({
    row: 'PAGE-90',
    asks: 'What does an offset at or past the end of the list do (0 apart)?',
    readings: { 'empty-page': 'The page is empty.', refused: 'The request is refused.' },
    default: 'empty-page',
  }),
  listOrder: dimension({
    row: 'PAGE-90',
    asks: 'In which order are webhooks listed?',
    readings: {
      oldest: 'In order of creation.',
      newest: 'In reverse order of creation.',
      uuid: 'By uuid.',
      'target-url': 'By target_url, then uuid.',
    },
    default: 'oldest',
  }),
  unknownQuery: dimension({
    row: 'unmentioned',
    asks: 'What becomes of a query parameter that the server does not know?',
    readings: { ignored: 'It is ignored.', refused: 'The request is refused.' },
    default: 'ignored',
  }),
  furtherFields: dimension({
    row: 'unmentioned',
    asks: 'Do records and envelopes carry fields that the description does not show?',
    readings: {
      some: 'Webhooks carry created_at, delivery_count and a name that may be null; profiles daily_limit; envelopes next_offset.',
      changing: 'As `some`, with a field `served_at` that differs from read to read.',
      none: 'They do not.',
    },
    default: 'some',
  }),
  filterPlacement: dimension({
    row: 'FILT-90',
    asks: 'Where does the list of webhooks take its filter?',
    readings: {
      all: 'In all three places.',
      'query-json': 'In the query parameter `filter`, as JSON.',
      'query-brackets': 'In query parameters such as `filter[event]`.',
      'body-json': 'In the field `filter` of a JSON body of the GET.',
      none: 'Nowhere: it takes none.',
    },
    default: 'all',
  }),
  filterableFields: dimension({
    row: 'FILT-90',
    asks: 'On which fields may be filtered?',
    readings: {
      all: 'On every field of a record.',
      documented: 'On the four fields that the description shows.',
    },
    default: 'all',
  }),
  unknownFilterField: dimension({
    row: 'FILT-90',
    asks: 'What becomes of a filter on a field that cannot be filtered?',
    readings: {
      refused: 'The request is refused.',
      ignored: 'The condition is ignored.',
      nothing: 'No record matches.',
    },
    default: 'refused',
  }),
  unknownFilterOperator: dimension({
    row: 'FILT-90',
    asks: 'What becomes of an operator that the description does not name?',
    readings: { refused: 'The request is refused.', ignored: 'The condition is ignored.' },
    default: 'refused',
  }),
  emptyFilterArray: dimension({
    row: 'FILT-90',
    asks: 'What does an empty array match?',
    readings: {
      nothing: 'No record.',
      everything: 'Every record: the condition is ignored.',
      refused: 'The request is refused.',
    },
    default: 'nothing',
  }),
  severalFilterFields: dimension({
    row: 'FILT-90',
    asks: 'How are conditions on several fields joined?',
    readings: { and: 'A record must meet all of them.', or: 'A record must meet one of them.' },
    default: 'and',
  }),
  stringCollation: dimension({
    row: 'FILT-90',
    asks: 'How are strings compared in a filter?',
    readings: {
      binary: 'By code units.',
      'case-insensitive': 'Without regard to letter case.',
      locale: 'Equal where identical, ordered as in a dictionary.',
    },
    default: 'binary',
  }),
  nullsUnderNotEquals: dimension({
    row: 'FILT-90',
    asks: 'Do null fields match `!=` and `<>`?',
    readings: { excluded: 'They do not, as in SQL.', included: 'They do.' },
    default: 'excluded',
  }),
  nullsUnderComparison: dimension({
    row: 'FILT-90',
    asks: 'Where do null fields stand under `<`, `<=`, `>` and `>=`?',
    readings: {
      excluded: 'Nowhere: they match none.',
      first: 'Before every value.',
      last: 'After every value.',
    },
    default: 'excluded',
  }),
};
