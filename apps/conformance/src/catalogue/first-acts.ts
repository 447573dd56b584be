/** The acts that decide most for each request. */

/** Inputs of an experiment, and about how many requests they take after the acts above, or after none as a run begins. */
export interface Act {
  readonly experiment: string;
  /** A number is the place of an input, boundaries first. */
  readonly inputs: readonly (number | object)[];
  readonly requests: number;
}

/**
 * In the order of what they decide for each request, as measured in simulated runs: an input is here if it alone, or it
 * most cheaply, would have shown a named breach. An outdated line only costs requests: the bench shows what 200 decide.
 */
export const firstActs: readonly Act[] = [
  {
    experiment: 'page-window',
    inputs: [
      { limit: null, place: null },
      { limit: null, place: { from: 'end', by: 20 } },
      { limit: null, place: { from: 'end', by: 21 } },
      { limit: null, place: { from: 'end', by: 0 } },
      { limit: 1, place: null },
      { limit: 7, place: { from: 'last page', by: 1 } },
    ],
    requests: 11,
  },
  { experiment: 'spelled-out-defaults', inputs: [0], requests: 1 },
  { experiment: 'list-bodies', inputs: [0], requests: 0 },
  { experiment: 'profile-bodies', inputs: [0], requests: 1 },
  { experiment: 'list-walk', inputs: [{ limit: 3, unsaid: 'offset' }], requests: 6 },
  { experiment: 'key-creations', inputs: [0, 1], requests: 11 },
  { experiment: 'full-tests', inputs: [0], requests: 13 },
  { experiment: 'full-tests', inputs: [1], requests: 9 },
  {
    experiment: 'filter-array',
    inputs: [
      { field: 250, operands: ['common'] },
      { field: 500, operands: ['common', 'rare'] },
      { field: 750, operands: ['common'] },
      { field: 0, operands: ['longer', 'common'] },
      { field: 0, operands: ['rare', 200, 500, 'rare'] },
      { field: 0, operands: [0, 1000] },
    ],
    requests: 12,
  },
  {
    experiment: 'filter-scalar',
    inputs: [
      { field: 0, operand: 'common' },
      { field: 250, operand: 'common' },
      { field: 500, operand: 'common' },
      { field: 750, operand: 'common' },
      { field: 750, operand: 'pattern' },
      { field: 250, operand: 'empty' },
    ],
    requests: 5,
  },
  {
    experiment: 'filter-equals',
    inputs: [
      { field: 0, operand: 'common' },
      { field: 250, operand: 'common' },
      { field: 500, operand: 'common' },
      { field: 750, operand: 'common' },
      { field: 750, operand: 'cut' },
      { field: 750, operand: 'pattern' },
    ],
    requests: 6,
  },
  {
    experiment: 'filter-is-not-null',
    inputs: [{ field: 0 }, { field: 250 }, { field: 500 }, { field: 750 }, { field: 'nullable' }],
    requests: 11,
  },
  {
    experiment: 'filter-is-null',
    inputs: [{ field: 0 }, { field: 250 }, { field: 500 }, { field: 750 }, { field: 'nullable' }],
    requests: 5,
  },
  {
    experiment: 'filter-order',
    inputs: [{ field: 'date-time', sides: [{ operand: 'elsewhere', operators: ['<', '>'] }] }],
    requests: 2,
  },
  {
    experiment: 'filter-difference',
    inputs: [
      { field: 250, operand: 'common', operators: ['!=', '<>'] },
      { field: 500, operand: 'common', operators: ['!=', '<>'] },
      { field: 750, operand: 'common', operators: ['!=', '<>'] },
      { field: 0, operand: 'rare', operators: ['!=', '<>'] },
    ],
    requests: 8,
  },
  { experiment: 'key-without-name', inputs: [{}, 1, { label: 'Nameless' }], requests: 3 },
  { experiment: 'made-webhooks', inputs: [{ limit: null }], requests: 4 },
  { experiment: 'listing-beside-a-read', inputs: [0], requests: 4 },
  {
    experiment: 'early-life-of-a-webhook',
    inputs: [{ round: 4, kind: 'named in tests', withSimilarOne: false }],
    requests: 9,
  },
  { experiment: 'profile-reading', inputs: [0], requests: 10 },
  {
    experiment: 'late-key-creations',
    inputs: [
      { together: [{ name: '', by: 'main key' }] },
      { together: [{ name: 'of another team', by: 'main key' }], naming: 'another owner' },
    ],
    requests: 2,
  },
  { experiment: 'late-key-use', inputs: [0], requests: 7 },
  {
    experiment: 'unknown-uuid-alone',
    inputs: [0],
    requests: 1,
  },
  { experiment: 'update-bodies', inputs: [0], requests: 2 },
  {
    experiment: 'trespass-on-list',
    inputs: [0],
    requests: 10,
  },
  { experiment: 'trespass-on-profile-read', inputs: [1], requests: 5 },
  {
    experiment: 'trespass-on-update-with-a-new-key',
    inputs: [{ callers: ['a key that another account has just made'] }],
    requests: 6,
  },
  { experiment: 'lasting-fields-update', inputs: [0], requests: 10 },
  { experiment: 'other-accounts-list', inputs: [1], requests: 9 },
  {
    experiment: 'other-accounts-list',
    inputs: [{ limit: null, page: 0, namesTeam: 'in the query' }],
    requests: 2,
  },
  { experiment: 'other-accounts-new-key', inputs: [{ limit: null, page: null }], requests: 5 },
  { experiment: 'fresh-profile-update', inputs: [0], requests: 8 },
  { experiment: 'unknown-profile-update', inputs: [0], requests: 20 },
  { experiment: 'unknown-profile-reading', inputs: [0], requests: 5 },
  { experiment: 'profile-deletion', inputs: [0], requests: 19 },
  { experiment: 'simultaneous-updates', inputs: [0], requests: 21 },
  {
    experiment: 'filter-order',
    inputs: [
      {
        field: 0,
        sides: [
          { operand: 400, operators: ['<=', '>'] },
          { operand: 700, operators: ['<', '>='] },
        ],
      },
      {
        field: 250,
        sides: [
          { operand: 500, operators: ['<', '<=', '>', '>='] },
          { operand: 1000, operators: ['<', '>='] },
        ],
      },
      {
        field: 500,
        sides: [
          { operand: 500, operators: ['<=', '>'] },
          { operand: 0, operators: ['<', '>='] },
        ],
      },
      {
        field: 750,
        sides: [
          { operand: 400, operators: ['<', '<=', '>'] },
          { operand: 700, operators: ['<', '>', '>='] },
          { operand: 'special', operators: ['<', '>='] },
        ],
      },
      {
        field: 'number',
        sides: [
          { operand: 0, operators: ['<', '>='] },
          { operand: 700, operators: ['<', '<=', '>'] },
        ],
      },
    ],
    requests: 27,
  },
  { experiment: 'profile-updates', inputs: [4], requests: 8 },
  { experiment: 'full-tests', inputs: [2], requests: 6 },
  {
    experiment: 'life-of-a-webhook',
    inputs: [{ round: 2, kind: 'another method', withSimilarOne: true, withOthers: true }],
    requests: 15,
  },
  { experiment: 'meeting-updates', inputs: [0], requests: 8 },
  {
    experiment: 'filter-pages',
    inputs: [
      { field: 0, by: 'diamond', limit: 10, lastOnly: true },
      { field: 0, by: 'at most', limit: 5, lastOnly: true },
      { field: 750, by: 'above', limit: 3, lastOnly: true },
      { field: 0, by: 'at least', limit: 8, lastOnly: true },
      { field: 'nullable', by: 'null', limit: 6, lastOnly: true },
    ],
    requests: 5,
  },
  { experiment: 'trespass-on-list', inputs: [1, 2, 3], requests: 35 },
  { experiment: 'trespass-on-key-creation', inputs: [0], requests: 4 },
  {
    experiment: 'partial-test',
    inputs: [
      { lacks: ['event', 'request_method', 'target_url'], uuid: 'known', request_method: 'POST' },
      { lacks: ['event'], uuid: 'none', request_method: 'POST' },
      { lacks: ['request_method'], uuid: 'none', request_method: 'POST' },
      { lacks: ['target_url'], uuid: 'none', request_method: 'POST' },
      { lacks: ['target_url'], uuid: 'known', request_method: 'POST' },
      { lacks: ['event'], uuid: 'fresh', request_method: 'POST' },
      { lacks: ['request_method'], uuid: 'fresh', request_method: 'POST' },
      { lacks: ['event', 'request_method', 'target_url'], uuid: 'none', request_method: 'POST' },
    ],
    requests: 15,
  },
  { experiment: 'late-tests', inputs: [{ steps: [] }], requests: 1 },
  {
    experiment: 'uuid-alone',
    inputs: [
      { lacks: ['event', 'request_method', 'target_url'], uuid: 'known', request_method: 'POST' },
      { lacks: ['event', 'request_method', 'target_url'], uuid: 'fresh', request_method: 'POST' },
    ],
    requests: 0,
  },
  { experiment: 'partial-test-by-a-created-key', inputs: [0], requests: 5 },
  { experiment: 'profile-updates', inputs: [1], requests: 25 },
  { experiment: 'created-key-use', inputs: [0], requests: 15 },
  { experiment: 'trespass-on-webhook-test', inputs: [0], requests: 12 },
  { experiment: 'trespass-on-profile-read', inputs: [0], requests: 14 },
  {
    experiment: 'trespass-on-profile-read-with-a-new-key',
    inputs: [{ callers: ['a key that another account has just made'] }],
    requests: 2,
  },
  {
    experiment: 'trespass-on-profile-deletion-with-a-new-key',
    inputs: [{ callers: ['a key that another account has just made'] }],
    requests: 3,
  },
  {
    experiment: 'trespass-on-webhook-deletion-with-a-new-key',
    inputs: [{ callers: ['a key that another account has just made'] }],
    requests: 15,
  },
  { experiment: 'late-webhook-deletion', inputs: [0], requests: 15 },
  { experiment: 'trespass-on-update', inputs: [0], requests: 23 },
  { experiment: 'late-profile-deletion', inputs: [0], requests: 18 },
  {
    experiment: 'key-creations',
    inputs: [
      {
        together: [
          { name: 'Update Exec Table Set And Like Ω', by: 'main key' },
          { name: 'Select A Union Having All On It', by: 'created key' },
        ],
      },
      {
        together: [
          { name: 'Insert Into Or Delete From WhereΩ', by: 'main key' },
          { name: 'ﬁn Ｗide ßtraße İğne Œuf𝗌', by: 'created key' },
        ],
      },
    ],
    requests: 8,
  },
];
