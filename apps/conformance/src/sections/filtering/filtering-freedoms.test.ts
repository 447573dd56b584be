/** Conforming servers, written without the sandbox, that use freedoms which a careless FILT rule would fail. */
import { expect, test } from 'vitest';
import { simulateService, type SimulatedService } from '../../../test/simulation/simulate.ts';
import { judgeTarget } from '../../judge-target.ts';
import { completeTarget } from '../../target/target.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

type Webhook = Readonly<Record<string, string | number | null>>;
type Matches = (record: Webhook, filter: Readonly<Record<string, unknown>>) => boolean | 'refused';

const rules = rulesNamed('FILT');
const events = ['contact_replied', 'Contact_Replied', 'sender_profile_sent_email', 'réplied', 'replied'];
const methods = ['POST', 'post', 'PUT'];
const known = new Set([...events, ...methods].map((name) => collated(name)));

const webhooks = Array.from({ length: 33 }, (_, at): Webhook => ({
  uuid: `${String(at * 7919).padStart(8, '0')}-0000-4000-8000-00000000000${at % 10}`,
  event: events[at % events.length] ?? '',
  request_method: methods[at % methods.length] ?? '',
  target_url: at % 4 === 0 ? 'https://example.com/a?b=c&d=%20e+f' : `https://example.com/${at}/Ü`,
  secret: at % 3 === 0 ? null : `s${at}`,
}));

/** Compares like a database with a collation that ignores letter case and accents. */
function collated(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trimEnd();
}

/**
 * Enumerations and UUIDs are validated, undocumented fields take no filter, and the collation ignores case and
 * accents.
 */
const strictCollation: Matches = (record, filter) => {
  for (const [field, condition] of Object.entries(filter)) {
    if (!['uuid', 'event', 'request_method', 'target_url'].includes(field)) return 'refused';
    const value = collated(String(record[field]));
    if (condition === 'is_null') return false;
    if (condition === 'is_not_null') continue;
    const [operator, operands] =
      typeof condition === 'object' && condition !== null && !Array.isArray(condition)
        ? [Object.keys(condition)[0] ?? '', Object.values(condition).map((one) => collated(String(one)))]
        : ['=', [condition].flat().map((one) => collated(String(one)))];
    const isEnumeration = field === 'event' || field === 'request_method';
    if (isEnumeration && !operands.every((one) => known.has(one))) return 'refused';
    if (field === 'uuid' && !operands.every((one) => /^[0-9a-f-]{36}$/.test(one))) return 'refused';
    const [operand = ''] = operands;
    const met: Readonly<Record<string, boolean>> = {
      '=': operands.includes(value),
      '!=': value !== operand,
      '<>': value !== operand,
      // Descending: an order like any other.
      '<': value > operand,
      '<=': value >= operand,
      '>': value < operand,
      '>=': value <= operand,
    };
    if (met[operator] !== true) return false;
  }
  return true;
};

/** Takes no filter: its parameter of that name is a search for any of the words in it, down to one letter. */
const search =
  (least: number): Matches =>
  (record, filter) =>
    Object.keys(filter).length === 0 ||
    JSON.stringify(filter)
      .toLowerCase()
      .split(/[^\p{L}\p{N}_-]+/u)
      .some(
        (word) => word.length >= least && JSON.stringify(Object.values(record)).toLowerCase().includes(word),
      );

/** Takes no filter: a search for all the words in it, including those in field names. */
const searchAll: Matches = (record, filter) =>
  Object.keys(filter).length === 0 ||
  JSON.stringify(filter)
    .split(/[^\p{L}\p{N}_-]+/u)
    .every((word) => JSON.stringify(record).includes(word));

/** Arrays of up to ten elements, and smaller pages for filtered lists than for whole ones. */
const bounded: Matches = (record, filter) => {
  const tooMany = Object.values(filter).some(
    (condition) => Array.isArray(condition) && condition.length > 10,
  );
  return tooMany ? 'refused' : strictCollation(record, filter);
};

/** A list of webhooks, in pages, filtered this way. */
function listing(matches: Matches, most: number, mostFiltered: number): SimulatedService {
  const answer = async ({ url }: Request): Promise<Response> => {
    const query = new URL(url).searchParams;
    const filter: unknown = JSON.parse(query.get('filter') ?? '{}');
    const judged = webhooks.map((record) => ({ record, met: matches(record, Object(filter)) }));
    const found = judged.flatMap(({ record, met }) => (met === true ? [record] : []));
    const largest = query.has('filter') ? mostFiltered : most;
    const limit = Math.min(largest, Number(query.get('limit') ?? 20));
    const offset = Number(query.get('offset') ?? 0);
    const data = found.slice(offset, offset + limit);
    const refused = judged.some(({ met }) => met === 'refused') || (offset > 0 && offset >= found.length);
    const page = { data, limit, offset, total: found.length, has_more: offset + data.length < found.length };
    return refused ? Response.json({}, { status: 422 }) : Response.json(page);
  };
  return { answer };
}

async function verdictsOn(matches: Matches, most = 20, mostFiltered = most): Promise<Record<string, string>> {
  return simulateService(
    1,
    () => listing(matches, most, mostFiltered),
    async (_, { network, url }) => {
      const target = completeTarget({ baseUrl: url, token: 'any' });
      const run = await judgeTarget(target, { rules, seed: 1, runs: 40, path: null, network });
      return Object.fromEntries(
        run.results.map(({ rule, verdict, breach }) => [rule.id, breach?.actual ?? verdict]),
      );
    },
  );
}

test('a strict server with a lenient collation and an order of its own is not failed', async () => {
  expect(await verdictsOn(strictCollation)).toEqual({
    'FILT-01': 'pass',
    'FILT-02': 'pass',
    'FILT-03': 'pass',
    'FILT-04': 'pass',
    'FILT-05': 'pass',
    'FILT-06': 'inconclusive',
    'FILT-07': 'inconclusive',
    'FILT-08': 'pass',
  });
});

test('a server that bounds arrays and filtered pages is not failed', async () => {
  expect(Object.values(await verdictsOn(bounded, 60, 20))).not.toContain('fail');
  expect(await verdictsOn(bounded, 60, 25)).toMatchObject({
    'FILT-01': 'pass',
    'FILT-02': 'pass',
    'FILT-04': 'pass',
    'FILT-05': 'pass',
    'FILT-08': 'pass',
  });
});

test.each([
  ['any of the words', search(1)],
  ['any of the longer words', search(3)],
  ['all words', searchAll],
] as const)('a server that takes the filter for a search for %s is not failed', async (_, matches) => {
  expect(new Set(Object.values(await verdictsOn(matches)))).toEqual(new Set(['inconclusive']));
});
