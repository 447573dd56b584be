/** How services write arrays in brackets: discovered if not specified, and never a reason to fail. */
import { twins } from '@outreach-api/sandbox';
import { describe, expect, test } from 'vitest';
import { judgeSandbox, type Gateway, type JudgedSandbox } from '../../../test/judge-sandbox.ts';
import type { TargetInput } from '../../target/target.ts';
import { verdictsOf } from '../../../test/verdicts-of.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('FILT');
const dialect = { filterPlacement: 'query-brackets' } as const;
const scalar = /^filter\[\w+\]$/;

/** How a service reads a query with another array syntax: in the sandbox's terms, or null to refuse. */
type Reading = (query: readonly (readonly [name: string, value: string])[]) => [string, string][] | null;

const hasBrackets = (name: string): boolean => /\[(?:\d*|in)\]$/.test(name);

const readings: Readonly<Record<string, Reading>> = {
  'by indices, and refuses the others': (query) =>
    query.some(([name]) => name.endsWith('[]')) ? null : query.map(([name, value]) => [name, value]),
  'by repeating the name, and refuses the others': (query) =>
    query.some(([name]) => hasBrackets(name))
      ? null
      : query.map(([name, value]) => {
          const isArray = scalar.test(name) && query.filter(([other]) => other === name).length > 1;
          return [isArray ? `${name}[]` : name, value];
        }),
  'by commas, and passes over the others': (query) =>
    query
      .filter(([name]) => !hasBrackets(name))
      .flatMap(([name, value]): [string, string][] =>
        scalar.test(name) && value.includes(',')
          ? value.split(',').map((one) => [`${name}[]`, one])
          : [[name, value]],
      ),
  'by an operator, and refuses the others': (query) =>
    query.some(([name]) => /\[\d*\]$/.test(name))
      ? null
      : query.flatMap(([name, value]): [string, string][] =>
          name.endsWith('[in]')
            ? value.split(',').map((one) => [name.replace('[in]', '[]'), one])
            : [[name, value]],
        ),
  // A missing operator means `=`.
  'by commas, and takes each element of brackets for the only one': (query) =>
    query.flatMap(([name, value]): [string, string][] =>
      scalar.test(name) && value.includes(',')
        ? value.split(',').map((one) => [`${name}[]`, one])
        : [[name.replace(/\[\]$/, ''), value]],
    ),
};

function reading(read: Reading): Gateway {
  return async (request, pass) => {
    const url = new URL(request.url);
    const query = read([...url.searchParams]);
    if (query === null) return Response.json({ error: 'unknown operator' }, { status: 400 });
    url.search = new URLSearchParams(query).toString();
    return pass(new Request(url, request));
  };
}

const unknown: Reading = (query) => query.filter(([name]) => !hasBrackets(name)).map(([...one]) => one);

async function judged(read: Reading, target: Partial<TargetInput> = {}): Promise<JudgedSandbox> {
  const run = await judgeSandbox({ rules, dialect, target, gateway: reading(read) });
  expect(run.results.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  return run;
}

describe.concurrent('a service that takes filters in brackets', () => {
  test.each(Object.entries(readings))('and reads arrays %s passes', async (_, read) => {
    expect(new Set(Object.values(verdictsOf(await judged(read))))).toEqual(new Set(['pass']));
  });

  test('and reads arrays in no way that is known is left undecided, with the reason', async () => {
    const run = await judged(unknown);
    expect(verdictsOf(run)).toMatchObject({
      'FILT-01': 'pass',
      'FILT-02': 'inconclusive',
      'FILT-04': 'pass',
    });
    expect(Object.values(verdictsOf(run))).not.toContain('fail');
    expect(run.results.find(({ rule }) => rule.id === 'FILT-02')?.reason).toContain('`filter[a][]=x`');
  });

  test('as its target file declares is failed where it passes over arrays', async () => {
    const run = await judged(unknown, { filter: { placement: 'query-brackets' } });
    expect(verdictsOf(run)).toMatchObject({ 'FILT-01': 'pass', 'FILT-02': 'fail' });
  });
});

describe.concurrent('a broken twin in brackets', () => {
  // In brackets, a comma may be how a list is written.
  const broken = twins.filter(
    ({ breaks, under }) => breaks === 'FILT-02' && under?.filterPlacement === undefined,
  );
  test.each(broken)('$name is not excused by a spelling', async ({ name, under }) => {
    const run = await judgeSandbox({ rules, twin: name, dialect: { ...under, ...dialect } });
    expect(verdictsOf(run)).toMatchObject({ 'FILT-01': 'pass', 'FILT-02': 'fail' });
  });

  test.each([2, 3, 5])('is failed also with %i webhooks, and a right one is not', async (webhooks) => {
    const few = { rules, dialect, sandbox: { webhooks }, target: { provision: null } };
    expect(Object.values(verdictsOf(await judgeSandbox(few)))).not.toContain('fail');
    const wrong = await judgeSandbox({ ...few, twin: 'array-excludes' });
    expect(verdictsOf(wrong)).toMatchObject({ 'FILT-02': 'fail' });
  });
});
