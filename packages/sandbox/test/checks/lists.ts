/** Checks of PAGE and HOOK. */
import type { Probe, Seen } from '../probe.ts';
import { same, unknownUuid, walk, webhooksOf } from './check.ts';
import type { Check } from './check.ts';

const integer = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** Pages at the boundaries of a list of 47, and beyond its end. */
async function pages(probe: Probe): Promise<{ page: Seen; limit: number; offset: number }[]> {
  const windows = [
    [20, 0],
    [20, 20],
    [20, 40],
    [1, 0],
    [1, 46],
    [7, 0],
    [7, 40],
    [7, 42],
    [13, 0],
    [13, 13],
    [16, 31],
    [2, 45],
    [2, 44],
    [6, 40],
    [5, 41],
    [3, 3],
    [20, 27],
    [20, 1],
    [10, 36],
  ] as const;
  const seen = [];
  for (const [limit, offset] of windows) {
    seen.push({ page: await probe.list(`?limit=${limit}&offset=${offset}`), limit, offset });
  }
  return seen;
}

async function pastEnd(probe: Probe): Promise<Seen[]> {
  const { total } = (await probe.list()).json;
  return [
    await probe.list(`?offset=${Number(total)}`),
    await probe.list(`?offset=${Number(total) + 13}&limit=5`),
    await probe.list('?offset=1000'),
    await probe.list(`?offset=${Number(total)}&limit=1`),
  ];
}

/** Pages under filters that find some records, and none; empty if the list takes no filter. */
async function filteredPages(probe: Probe, query: string): Promise<Seen[]> {
  if (probe.dialect.filterPlacement === 'none') return [];
  const seen = [
    await probe.filtered({ request_method: 'POST' }, query),
    await probe.filtered({ uuid: unknownUuid }, query),
  ];
  return seen.filter(({ ok }) => ok);
}

function badEnvelope({ json }: Seen): boolean {
  const { data, limit, offset, total, has_more: more } = json;
  return (
    !Array.isArray(data) || ![limit, offset, total].every((one) => integer(one)) || typeof more !== 'boolean'
  );
}

function badMore({ json, data }: Seen): boolean {
  return json['has_more'] !== Number(json['offset']) + data.length < Number(json['total']);
}

export const listChecks = {
  'PAGE-01': async (probe) => {
    await probe.list('?limit=5');
    const seen = [await probe.list(), await probe.list('?offset=3'), await probe.list('?offset=21')];
    return [...seen, ...(await filteredPages(probe, ''))].some(({ json }) => json['limit'] !== 20);
  },
  'PAGE-02': async (probe) => {
    await probe.list('?limit=5&offset=5');
    const seen = [await probe.list('?limit=7'), await probe.list(), await probe.list()];
    // A page this large may be refused.
    const large = await probe.list('?limit=50');
    const others = [...(large.ok ? [large] : []), ...(await filteredPages(probe, ''))];
    return [...seen, ...others].some(({ json }) => json['offset'] !== 0);
  },
  'PAGE-03': async (probe) => {
    const [filtered] = await filteredPages(probe, 'limit=7&offset=2');
    const seen = [
      ...(await pages(probe)),
      { page: await probe.list('?offset=5&limit=7'), limit: 7, offset: 5 },
      ...(filtered === undefined ? [] : [{ page: filtered, limit: 7, offset: 2 }]),
    ];
    const larger = await probe.list('?limit=50');
    const isSmaller = larger.ok && Number(larger.json['limit']) < 20;
    return (
      isSmaller ||
      seen.some(({ page, limit, offset }) => page.json['limit'] !== limit || page.json['offset'] !== offset)
    );
  },
  'PAGE-04': async (probe) => {
    const seen = [await probe.list(), await probe.list('?limit=5'), await probe.list('?offset=40')];
    const others = [...(await pastEnd(probe)).filter(({ ok }) => ok), ...(await filteredPages(probe, ''))];
    return [...seen, ...others].some((page) => badEnvelope(page));
  },
  'PAGE-05': async (probe) => {
    const total = Number((await probe.list()).json['total']);
    return (await pages(probe)).some(
      ({ page: { data, json } }) =>
        data.length !== Math.min(Number(json['limit']), Math.max(0, total - Number(json['offset']))),
    );
  },
  'PAGE-06': async (probe) => (await pages(probe)).some(({ page }) => badMore(page)),
  'PAGE-07': async (probe) => {
    const known = probe.sandbox.accounts[0].webhooks().toSorted();
    for (const limit of [20, 7, 3, 1, 19]) {
      const walked = await walk(probe, limit);
      if (!same(walked.map(({ uuid }) => String(uuid)).toSorted(), known)) return true;
    }
    return !same(await walk(probe, 20), await walk(probe, 7));
  },
  'PAGE-08': async (probe) =>
    !same(webhooksOf(await probe.list()), webhooksOf(await probe.list('?limit=20&offset=0'))),
  'PAGE-09': async (probe) => {
    const { total } = (await probe.list()).json;
    return (await pages(probe)).some(({ page }) => page.json['total'] !== total);
  },
  'PAGE-10': async (probe) =>
    (await pastEnd(probe)).some(
      ({ ok, data, json }) => ok && (data.length > 0 || json['has_more'] !== false),
    ),
  'HOOK-01': async (probe) => {
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
    probe.sandbox.createWebhook(0, { event: 'e', request_method: 'PUT', target_url: 'https://a.example' });
    const shown = [
      await probe.list('?limit=1'),
      await probe.list('?limit=100'),
      ...(await filteredPages(probe, '')),
    ];
    return [...(await walk(probe)), ...shown.flatMap(({ data }) => data)].some(
      (one) =>
        !uuid.test(String(one['uuid'])) ||
        ![one['event'], one['request_method'], one['target_url']].every((value) => typeof value === 'string'),
    );
  },
  'HOOK-02': async (probe) => {
    const made = probe.sandbox.createWebhook(0, {
      event: 'e',
      request_method: 'PUT',
      target_url: 'https://a.example',
    });
    const listed = new Set((await walk(probe)).map(({ uuid }) => uuid));
    return [...probe.sandbox.accounts[0].webhooks(), made].some((uuid) => !listed.has(uuid));
  },
  'HOOK-03': async (probe) => {
    const listed = (await walk(probe)).map(({ uuid }) => uuid);
    return new Set(listed).size !== listed.length;
  },
  'HOOK-04': async (probe) => {
    const token = String((await probe.createKey('fresh')).json['last_token']);
    const answers = [
      await probe.list(),
      await probe.list('?limit=20&offset=0'),
      await probe.list('', { token }),
      await probe.list('?limit=2', { headers: { cookie: 'theme=dark', traceparent: '00-1-2-01' } }),
    ];
    return answers.some(({ ok }) => !ok);
  },
} satisfies Record<string, Check>;
