/** Checks of statements by what public bug reports say of two requests: one after the other, or both at once. */
import type { StatementId } from '../../src/index.ts';
import { configuration } from '../configuration.ts';
import { pause } from '../own-clock.ts';
import type { Probe, Seen } from '../probe.ts';
import type { Check } from './check.ts';

const takesFilters = ({ dialect }: Probe): boolean => dialect.filterPlacement !== 'none';
const takesFurther = (probe: Probe): boolean =>
  takesFilters(probe) && probe.dialect.furtherFields !== 'none' && probe.dialect.filterableFields === 'all';

const uuidsOf = ({ data }: Seen): readonly string[] => data.map(({ uuid }) => String(uuid)).toSorted();
const sameSet = (one: Seen, other: Seen): boolean => uuidsOf(one).join() === uuidsOf(other).join();

function newProfile({ sandbox }: Probe): string {
  return sandbox.createSenderProfile(0, { first_name: 'A', last_name: 'B', label: null });
}

/** Webhooks of each method; returns the address of the last. */
function addWebhooks({ sandbox }: Probe, paths: readonly string[]): string {
  for (const [at, path] of paths.entries())
    sandbox.createWebhook(0, {
      event: 'in turn',
      request_method: ['POST', 'PUT'][at % 2] ?? 'POST',
      target_url: `https://turn.example/${path}`,
    });
  return `https://turn.example/${paths.at(-1) ?? ''}`;
}

/** Whether a page contradicts its own envelope. */
function isContradictory({ ok, json, data }: Seen): boolean {
  const rest = Math.max(0, Number(json['total']) - Number(json['offset']));
  return ok && data.length !== Math.min(Number(json['limit']), rest);
}

/** Whether one of two updates of different fields, sent at the same time, is lost. */
async function loses(probe: Probe): Promise<boolean> {
  if (probe.dialect.omittedOnUpdate === 'cleared') return false;
  const uuid = newProfile(probe);
  await Promise.all([probe.update(uuid, { label: 'one' }), probe.update(uuid, { first_name: 'Two' })]);
  await probe.settled();
  const { json } = await probe.profile(uuid);
  return json['label'] !== 'one' || json['first_name'] !== 'Two';
}

/** Whether something is refused while a profile is being updated. */
async function isRefusedMeanwhile(probe: Probe, uuid: string, ask: () => Promise<Seen>): Promise<boolean> {
  for (let tries = 0; tries < 8; tries += 1) {
    const meanwhile = { isOver: false };
    let isRefused = false;
    const update = probe.update(uuid, { label: `${tries}` }).finally(() => {
      meanwhile.isOver = true;
    });
    while (!meanwhile.isOver && !isRefused) isRefused = !(await ask()).ok;
    await update;
    if (isRefused) return true;
  }
  return false;
}

const timeOf = ({ json }: Seen): number => Date.parse(String(json['updated_at']));

export const inTurnChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'PAGE-03': async (probe) => {
    await probe.list('?limit=1&offset=12');
    return (await probe.list('?limit=11&offset=2')).json['limit'] !== 11;
  },
  'PAGE-04': async (probe) => {
    if (!Array.isArray((await probe.list('?limit=1')).json['data'])) return true;
    const { ok, json } = await probe.list('?limit=x');
    return ok && !Number.isInteger(json['limit']);
  },
  'PAGE-05': async (probe) => {
    const pages = [
      await probe.list('?limit=3'),
      await probe.list('?limit=3'),
      await probe.list('?limit=9'),
      await probe.list('?limit=50'),
    ];
    if (pages.some((page) => isContradictory(page))) return true;
    const [first] = uuidsOf(await probe.list('?limit=1'));
    await probe.deleteWebhook(first ?? '');
    await probe.settled();
    // What was kept of a larger page is cut rightly.
    await probe.list('?limit=2');
    return isContradictory(await probe.list('?limit=9'));
  },
  'HOOK-02': async (probe) => {
    if (!takesFilters(probe)) return false;
    const { total } = (await probe.list()).json;
    await probe.filtered({ target_url: addWebhooks(probe, ['alone']) });
    return (await probe.list()).json['total'] !== Number(total) + 1;
  },
  'HOOK-03': async (probe) => {
    if (!takesFilters(probe)) return false;
    const { ok, data } = await probe.filtered({ event: 'is_not_null', target_url: 'is_not_null' });
    return ok && new Set(data.map(({ uuid }) => uuid)).size !== data.length;
  },
  'HOOK-04': async (probe) => {
    await probe.list('?limit=2', { token: null });
    if (!(await probe.list('?limit=2')).ok) return true;
    const headers = {
      accept: 'text/html,*/*;q=0.8',
      'accept-encoding': 'zstd',
      baggage: 'release=app%402.4',
      'user-agent': 'Python-urllib/3.13',
    };
    const { ok, isJson } = await probe.list('', { headers });
    if (!ok || !isJson) return true;
    return isRefusedMeanwhile(probe, newProfile(probe), () => probe.list());
  },
  'DEL-01': async (probe) => {
    if (probe.dialect.successStatusOfDelete === '202') return false;
    const { json, data } = await probe.list('?limit=1');
    await Promise.all([probe.list('?limit=2'), probe.deleteWebhook(String(data[0]?.['uuid']))]);
    await probe.settled();
    return (await probe.list('?limit=3')).json['total'] !== Number(json['total']) - 1;
  },
  'FILT-01': async (probe) => {
    if (!takesFilters(probe)) return false;
    const target_url = addWebhooks(probe, ['n1', "o'neil", '100%', 'n1;x', 'at once']);
    for (const [path, count] of [
      ["o'neil", 1],
      ['100%', 1],
      ['n1;y', 0],
      ['at once', 1],
    ] as const) {
      const { ok, json } = await probe.filtered({ target_url: `https://turn.example/${path}` });
      if (!ok || json['total'] !== count) return true;
    }
    // In brackets, nothing behind the equals sign may be no condition.
    const isPlain = probe.dialect.filterPlacement !== 'query-brackets';
    for (const event of isPlain ? ['', 'false'] : [])
      if ((await probe.filtered({ event })).data.length > 0) return true;
    const [one, other] = await Promise.all([
      probe.filtered({ target_url }),
      probe.filtered({ event: 'in turn' }),
    ]);
    return one.json['total'] !== 1 || Number(other.json['total']) < 5;
  },
  'FILT-02': async (probe) => {
    if (!takesFilters(probe)) return false;
    const methods = await probe.filtered({ request_method: ['PUT', 'PUT'] });
    if (new Set(uuidsOf(methods)).size !== methods.data.length) return true;
    const uuids = (await probe.list('?limit=12')).data.map(({ uuid }) => String(uuid)).toReversed();
    const [first, second] = [uuids.slice(0, 11), [...uuids.slice(0, 10), ...uuids.slice(11)]];
    await probe.filtered({ uuid: first });
    const { ok, data } = await probe.filtered({ uuid: second });
    return ok && !data.some(({ uuid }) => uuid === uuids[11]);
  },
  'FILT-05': async (probe) => {
    if (!takesFurther(probe)) return false;
    const [first] = (await probe.list()).data;
    const at = Date.parse(String(first?.['created_at']));
    const utc = new Date(at).toISOString();
    const offset = new Date(at + 5 * 3_600_000).toISOString().replace('Z', '+05:00');
    const [one, other] = [
      await probe.filtered({ created_at: { '>=': utc } }),
      await probe.filtered({ created_at: { '>=': offset } }),
    ];
    return other.ok && !sameSet(one, other);
  },
  'TEAM-01': async (probe) => {
    const [own, other] = probe.sandbox.accounts;
    const owned = own.webhooks().map((uuid) => uuid.toLowerCase());
    const [, theirs] = await Promise.all([probe.list(), probe.list('', { token: other.token })]);
    return theirs.data.some(({ uuid }) => owned.includes(String(uuid).toLowerCase()));
  },
  'AUTH-05': async (probe) => {
    for (let time = 0; time < 2; time += 1) {
      const token = String((await probe.createKey(`frésh ${Math.random()}`)).json['last_token']);
      const answers = [
        ...(await Promise.all([probe.list('', { token }), probe.list('', { token })])),
        await probe.list('', { token }),
      ];
      if (answers.some(({ ok }) => !ok)) return true;
      // A key may be refused for the rest of its second only.
      await pause(300);
    }
    return false;
  },
  'KEY-01': async (probe) => {
    const answers = await Promise.all(['one', 'two', 'three'].map((name) => probe.createKey(name)));
    return answers.some(({ ok }) => !ok) && (await probe.createKey('four')).ok;
  },
  'TEST-02': async (probe, receiver) => {
    for (const [path, method] of [
      ['/turn?sign=YWJj==&b=2', 'POST'],
      ['/turn?a=1', 'GET'],
    ] as const) {
      const before = receiver.calls.length;
      await probe.test(configuration(`${receiver.url}${path}`, method));
      if (receiver.calls.slice(before).some(({ url }) => url !== path)) return true;
    }
    return false;
  },
  'PROF-01': async (probe) => {
    const uuid = newProfile(probe);
    const conditional = {
      'if-none-match': '"another"',
      'if-modified-since': new Date(Date.now() + 60_000).toUTCString(),
    };
    if (!(await probe.profile(uuid, { headers: conditional })).ok) return true;
    return isRefusedMeanwhile(probe, uuid, () => probe.profile(uuid));
  },
  'PROF-03': async (probe) => {
    const uuid = newProfile(probe);
    await probe.profile(uuid, { token: probe.sandbox.accounts[1].token });
    return !(await probe.profile(uuid)).ok;
  },
  'PROF-04': async (probe) => {
    const headers = { 'accept-encoding': 'gzip', cookie: 'theme=dark' };
    const { ok, text } = await probe.update(newProfile(probe), { label: 'new' }, { headers });
    return !ok || text === '';
  },
  'PROF-05': async (probe) => {
    if (await loses(probe)) return true;
    const uuid = newProfile(probe);
    const token = String((await probe.createKey('reader')).json['last_token']);
    await probe.profile(uuid, { token });
    await probe.update(uuid, { label: 'new' });
    await probe.settled();
    return (await probe.profile(uuid, { token })).json['label'] !== 'new';
  },
  'PROF-07': async (probe) => {
    const uuid = newProfile(probe);
    for (let time = 0; time < 8; time += 1) {
      await probe.update(uuid, { label: `at ${time}` });
      const read = await probe.profile(uuid);
      if (timeOf(await probe.update(uuid, { label: `again ${time}` })) < timeOf(read)) return true;
      await pause(150);
    }
    return false;
  },
  'PROF-09': async (probe) => {
    const uuid = newProfile(probe);
    await probe.profile(uuid);
    const { ok } = await probe.deleteProfile(uuid);
    await probe.settled();
    if (ok && (await probe.profile(uuid)).ok) return true;
    await probe.deleteProfile(uuid);
    await probe.settled();
    return ok && (await probe.profile(uuid)).ok;
  },
};
