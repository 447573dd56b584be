/** Checks of statements by what public bug reports name: records, sizes and orders of requests with which it goes wrong. */
import type { StatementId } from '../../src/index.ts';
import { configuration } from '../configuration.ts';
import type { Json, Probe } from '../probe.ts';
import type { Check } from './check.ts';
import { takesFilters, takesFurther, unknownUuid } from './check.ts';

const longLabel = 'Жанна '.repeat(8).trim();
const names = { first_name: 'A', last_name: 'B' };

function newProfile({ sandbox }: Probe, label: string | null = null): string {
  return sandbox.createSenderProfile(0, { ...names, label });
}

/** The addresses of new webhooks, in their order as text. */
function newWebhooks({ sandbox }: Probe, many: number): readonly string[] {
  return Array.from({ length: many }, (_, at) => {
    const url = `https://conditions.example/${at}/${'x'.repeat(100)}`;
    sandbox.createWebhook(0, { event: 'conditions', request_method: 'POST', target_url: url });
    return url;
  });
}

/** Whether one of these conditions finds nothing; they are made of a record's further fields. */
async function findsNothing(probe: Probe, conditions: (record: Json) => readonly Json[]): Promise<boolean> {
  if (!takesFurther(probe)) return false;
  const [record = {}] = (await probe.list()).data;
  for (const condition of conditions(record))
    if ((await probe.filtered(condition)).data.length === 0) return true;
  return false;
}

export const conditionChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'PAGE-05': async (probe) => {
    newWebhooks(probe, 3);
    const { total } = (await probe.list()).json;
    const { ok, data } = await probe.list(`?limit=2&offset=${Number(total) - 1}`);
    return ok && data.length !== 1;
  },
  'PAGE-06': async (probe) => {
    newWebhooks(probe, 3);
    const { total } = (await probe.list()).json;
    const offset = Number(total) - 1;
    const { ok, json } = await probe.list(`?limit=${offset - 1}&offset=${offset}`);
    return ok && json['has_more'] !== false;
  },
  'FILT-01': async (probe) => {
    if (!takesFilters(probe)) return false;
    const [url = ''] = newWebhooks(probe, 1);
    for (const value of [`${url.slice(0, -1)}%`, `"${url}"`]) {
      const { ok, data } = await probe.filtered({ target_url: value });
      if (ok && data.length > 0) return true;
    }
    if ((await probe.filtered({ request_method: 'POST && x' })).data.length > 0) return true;
    const counted = await probe.filtered({ delivery_count: 0 });
    if (takesFurther(probe) && counted.json['total'] === (await probe.list()).json['total']) return true;
    const target_url = 'https://conditions.example/(a)';
    probe.sandbox.createWebhook(0, { event: 'conditions', request_method: 'POST', target_url });
    return (await probe.filtered({ target_url })).data.length !== 1;
  },
  'FILT-02': async (probe) => {
    newWebhooks(probe, 1);
    return findsNothing(probe, ({ delivery_count: count, created_at: at }) => [
      { delivery_count: [count] },
      { delivery_count: [0] },
      { created_at: [at] },
    ]);
  },
  'FILT-03': async (probe) =>
    findsNothing(probe, ({ delivery_count: count, created_at: at }) => [
      { delivery_count: { '=': count } },
      { created_at: { '=': at } },
    ]),
  'FILT-04': async (probe) => {
    if (!takesFilters(probe)) return false;
    await probe.deleteWebhook(probe.sandbox.createWebhook(0, configuration('https://conditions.example/')));
    await probe.settled();
    const all = (await probe.list()).json['total'];
    if ((await probe.filtered({ uuid: { '!=': unknownUuid } })).json['total'] !== all) return true;
    return findsNothing(probe, ({ delivery_count: count, created_at: at }) => [
      { delivery_count: { '!=': count } },
      { created_at: { '!=': at } },
    ]);
  },
  'FILT-05': async (probe) =>
    findsNothing(probe, () => [
      { delivery_count: { '>': -1_000_000 } },
      { created_at: { '>': '1960-01-01T00:00:00Z' } },
    ]),
  'DEL-02': async (probe) => {
    const { sandbox } = probe;
    // In whatever order they come, another one follows the first.
    newWebhooks(probe, 2);
    const [uuid = ''] = sandbox.accounts[0].webhooks();
    await probe.deleteWebhook(uuid);
    await probe.settled();
    const { length } = sandbox.accounts[0].webhooks();
    await probe.deleteWebhook(uuid);
    await probe.settled();
    return sandbox.accounts[0].webhooks().length !== length;
  },
  'FILT-08': async (probe) => {
    if (!takesFilters(probe)) return false;
    const [url = ''] = newWebhooks(probe, 3);
    const one = await probe.filtered({ target_url: url }, 'limit=1');
    const rest = await probe.filtered({ target_url: { '>=': url } }, 'limit=2&offset=2');
    return (one.ok && one.json['total'] !== 1) || (rest.ok && rest.data.length === 0);
  },
  'DEL-01': async (probe) => {
    if (!takesFilters(probe)) return false;
    const uuid = probe.sandbox.createWebhook(0, configuration('https://conditions.example/deleted'));
    const token = String((await probe.createKey('reader')).json['last_token']);
    await probe.filtered({ uuid }, '', { token });
    await probe.deleteWebhook(uuid);
    await probe.settled();
    return (await probe.filtered({ uuid }, '', { token })).data.length > 0;
  },
  'JSON-01': async (probe) => {
    newWebhooks(probe, 60);
    const answers = [await probe.list('?limit=60'), await probe.profile(newProfile(probe, longLabel))];
    return answers.some(({ ok, isJson }) => ok && !isJson);
  },
  'PROF-04': async (probe) => {
    const uuid = newProfile(probe);
    const { ok, json } = await probe.update(uuid, { ...names, label: 'anew' });
    return !ok || json['label'] !== 'anew';
  },
  'PROF-05': async (probe) => {
    const uuid = newProfile(probe, 'as it was');
    const { ok } = await probe.update(uuid, { first_name: 'Changed', last_name: 'B', label: null });
    await probe.settled();
    return ok && (await probe.profile(uuid)).json['first_name'] !== 'Changed';
  },
  'PROF-06': async (probe) => {
    const uuid = newProfile(probe);
    const before = (await probe.profile(uuid)).json['user_id'];
    await probe.update(uuid, { ...names, label: 'anew' });
    await probe.settled();
    return (await probe.profile(uuid)).json['user_id'] !== before;
  },
  'PROF-09': async (probe) => {
    const uuid = newProfile(probe, longLabel);
    await probe.deleteProfile(uuid);
    await probe.settled();
    return (await probe.profile(uuid)).ok;
  },
  'TEST-04': async (probe, receiver) => {
    receiver.answer = { status: 209, body: 'x'.repeat(12_000) };
    const { status, text } = await probe.test(configuration(receiver.url));
    return status !== 209 && !text.includes('209') && !text.includes('x'.repeat(100));
  },
};
