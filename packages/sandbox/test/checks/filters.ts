/** Checks of FILT: the answer under a filter, compared with the whole list. */
import type { Json, Probe } from '../probe.ts';
import { same, takesFurther, unknownUuid, walk } from './check.ts';
import type { Check } from './check.ts';

const fields = ['uuid', 'event', 'request_method', 'target_url'] as const;

/** The uuids under a filter, page by page. */
async function found(probe: Probe, filter: Json): Promise<string[] | null> {
  const uuids: string[] = [];
  for (let offset = 0; offset < 200; offset += 20) {
    const page = await probe.filtered(filter, `limit=20&offset=${offset}`);
    if (!page.ok) return offset > 0 ? uuids.toSorted() : null;
    uuids.push(...page.data.map(({ uuid }) => String(uuid)));
    if (page.data.length < 20) break;
  }
  return uuids.toSorted();
}

/** Whether the answer under a filter differs from what `expected` picks from the whole list. */
async function differs(probe: Probe, filter: Json, expected: (record: Json) => boolean): Promise<boolean> {
  const all = probe.dialect.furtherFields === 'none' ? await walk(probe) : await whole(probe);
  const right = all
    .filter((record) => expected(record))
    .map(({ uuid }) => String(uuid))
    .toSorted();
  return !same(await found(probe, filter), right);
}

async function whole(probe: Probe): Promise<Json[]> {
  const pages = [
    await probe.list('?limit=20&offset=0'),
    await probe.list('?limit=20&offset=20'),
    await probe.list('?limit=20&offset=40'),
  ];
  return pages.flatMap(({ data }) => data);
}

/** The same in one page of 100, if the target supports such pages. */
async function differsInALargePage(probe: Probe, field: string, value: string): Promise<boolean> {
  const page = await probe.filtered({ [field]: value }, 'limit=100');
  const right = (await walk(probe)).filter((record) => record[field] === value).length;
  return page.ok && page.data.length !== Math.min(right, Number(page.json['limit']));
}

/** Some values of a field: the first, the middle and the last of those that exist. */
async function values(probe: Probe, field: string): Promise<string[]> {
  const all = [...new Set((await walk(probe)).map((record) => String(record[field])))].toSorted();
  return [...new Set([all[0], all[Math.floor(all.length / 2)], all.at(-1)])].filter(
    (value) => value !== undefined,
  );
}

async function forEachValue(
  probe: Probe,
  broken: (field: string, value: string, all: string[]) => Promise<boolean>,
): Promise<boolean> {
  if (probe.dialect.filterPlacement === 'none') return false;
  for (const field of fields) {
    const some = await values(probe, field);
    for (const value of some) if (await broken(field, value, some)) return true;
  }
  return false;
}

/** Whether `total` or `has_more` is wrong under other conditions, compared with what the pages contain in total. */
async function brokenCount(probe: Probe): Promise<boolean> {
  const [operand = ''] = (await values(probe, 'target_url')).slice(1);
  const conditions: Json[] = [
    { target_url: { '<': operand } },
    { target_url: { '=': operand } },
    { uuid: unknownUuid },
    ...(takesFurther(probe) ? [{ name: 'is_not_null' }] : []),
  ];
  for (const condition of conditions) {
    const total = (await found(probe, condition))?.length;
    // A page this large may be refused, or smaller.
    const { ok, json: large, data } = await probe.filtered(condition, 'limit=100');
    if (ok && (large['total'] !== total || large['has_more'] !== data.length < Number(total))) return true;
    for (let offset = 0; offset === 0 || offset < Number(total); offset += 20) {
      const { json } = await probe.filtered(condition, `limit=20&offset=${offset}`);
      if (json['total'] !== total || json['has_more'] !== offset + 20 < Number(total)) return true;
    }
  }
  return false;
}

/** Numbers and times, whose order is known. */
async function brokenOrder(probe: Probe): Promise<boolean> {
  const all = await whole(probe);
  const numbers = [...new Set(all.map((record) => Number(record['delivery_count'])))];
  for (const operand of numbers) {
    if (
      await differs(
        probe,
        { delivery_count: { '<': operand } },
        (one) => Number(one['delivery_count']) < operand,
      )
    )
      return true;
    if (
      await differs(
        probe,
        { delivery_count: { '>=': operand } },
        (one) => Number(one['delivery_count']) >= operand,
      )
    )
      return true;
  }
  const operand = String(all[9]?.['created_at']);
  const isBefore = (one: Json): boolean => Date.parse(String(one['created_at'])) < Date.parse(operand);
  const isAfter = (one: Json): boolean => Date.parse(String(one['created_at'])) > Date.parse(operand);
  return (
    (await differs(probe, { created_at: { '<': operand } }, isBefore)) ||
    differs(probe, { created_at: { '>': operand } }, isAfter)
  );
}

/** The laws of a total order on the strings of a field. */
async function brokenLaws(probe: Probe, field: string, value: string): Promise<boolean> {
  const by = async (operator: string): Promise<string[]> =>
    (await found(probe, { [field]: { [operator]: value } })) ?? ['?'];
  const [less, lessOrEqual, greater, greaterOrEqual, equal] = [
    await by('<'),
    await by('<='),
    await by('>'),
    await by('>='),
    await by('='),
  ];
  const all = (await walk(probe)).map(({ uuid }) => String(uuid)).toSorted();
  return (
    !same([...less, ...greaterOrEqual].toSorted(), all) ||
    !same([...greater, ...lessOrEqual].toSorted(), all) ||
    !same([...less, ...equal].toSorted(), lessOrEqual)
  );
}

/** Whether increasing operands give decreasing answers. */
async function brokenGrowth(probe: Probe, field: string, operator: '<' | '<='): Promise<boolean> {
  const answers: string[][] = [];
  for (const value of await values(probe, field)) {
    answers.push((await found(probe, { [field]: { [operator]: value } })) ?? []);
  }
  return answers.some((one) =>
    answers.some(
      (other) => !one.every((uuid) => other.includes(uuid)) && !other.every((uuid) => one.includes(uuid)),
    ),
  );
}

/** A uuid that differs from this one in one digit in the middle. */
function ofOtherMiddle(uuid: string): string {
  return `${uuid.slice(0, 16)}${uuid[16] === '7' ? '8' : '7'}${uuid.slice(17)}`;
}

export const filterChecks = {
  'FILT-01': (probe) =>
    forEachValue(
      probe,
      async (field, value) =>
        (await differs(probe, { [field]: value }, (record) => record[field] === value)) ||
        (field === 'uuid' && (await differs(probe, { uuid: ofOtherMiddle(value) }, () => false))) ||
        differsInALargePage(probe, field, value),
    ),
  'FILT-02': async (probe) => {
    if (probe.dialect.filterPlacement === 'none') return false;
    const uuids = (await walk(probe)).map(({ uuid }) => String(uuid)).slice(-12);
    return (
      (await forEachValue(probe, (field, _, all) =>
        differs(probe, { [field]: all }, (record) => all.includes(String(record[field]))),
      )) || differs(probe, { uuid: uuids }, ({ uuid }) => uuids.includes(String(uuid)))
    );
  },
  'FILT-03': (probe) =>
    forEachValue(
      probe,
      async (field, value) =>
        (await differs(probe, { [field]: { '=': value } }, (record) => record[field] === value)) ||
        differs(probe, { [field]: { '=': value.slice(1) } }, () => false),
    ),
  'FILT-04': (probe) =>
    forEachValue(
      probe,
      async (field, value) =>
        (await differs(probe, { [field]: { '!=': value } }, (record) => record[field] !== value)) ||
        (await differs(probe, { [field]: { '!=': value.slice(1) } }, () => true)) ||
        (await differs(probe, { [field]: { '!=': value.slice(0, -1) } }, () => true)) ||
        differs(probe, { [field]: { '<>': value } }, (record) => record[field] !== value),
    ),
  'FILT-05': async (probe) =>
    (await forEachValue(probe, (field, value) => brokenLaws(probe, field, value))) ||
    (probe.dialect.filterPlacement !== 'none' &&
      ((await brokenGrowth(probe, 'target_url', '<')) || (await brokenGrowth(probe, 'target_url', '<=')))) ||
    (takesFurther(probe) && brokenOrder(probe)),
  'FILT-06': async (probe) =>
    (await forEachValue(probe, (field) => differs(probe, { [field]: 'is_null' }, () => false))) ||
    (takesFurther(probe) && differs(probe, { name: 'is_null' }, ({ name }) => name === null)),
  'FILT-07': async (probe) =>
    (await forEachValue(probe, (field) => differs(probe, { [field]: 'is_not_null' }, () => true))) ||
    (takesFurther(probe) && differs(probe, { name: 'is_not_null' }, ({ name }) => name !== null)),
  'FILT-08': async (probe) => {
    if (probe.dialect.filterPlacement === 'none') return false;
    const posts = (await walk(probe)).filter((record) => record['request_method'] === 'POST').length;
    for (const [limit, offset] of [
      [20, 0],
      [20, 20],
      [7, 7],
      [20, posts - 5],
    ] as const) {
      const { json, data } = await probe.filtered(
        { request_method: 'POST' },
        `limit=${limit}&offset=${offset}`,
      );
      const more = offset + data.length < posts;
      if (
        json['total'] !== posts ||
        json['has_more'] !== more ||
        data.length !== Math.min(limit, posts - offset)
      )
        return true;
      if (data.some((record) => record['request_method'] !== 'POST')) return true;
    }
    const past = await probe.filtered({ request_method: 'POST' }, `offset=${posts + 5}`);
    return past.data.length > 0 || brokenCount(probe);
  },
} satisfies Record<string, Check>;
