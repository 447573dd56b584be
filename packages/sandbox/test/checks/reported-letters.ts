/** Checks of statements by what public bug reports name: letters, signs of addresses, bodies that name more. */
import type { StatementId } from '../../src/index.ts';
import { configuration } from '../configuration.ts';
import { pause } from '../own-clock.ts';
import type { Probe } from '../probe.ts';
import type { Receiver } from '../receiver.ts';
import type { Check } from './check.ts';

/** Ordinary text, which any service takes and returns as it is. */
const ordinary = ['佐々木', 'ヴー', 'ｱｲ', 'Ĝis', 'Mª'];
/** Not ordinary text: it may be refused, but comes back as it is where it is accepted. */
const odd = 'a\ufeffb';
const names = { first_name: 'Ada', last_name: 'Okafor' };
const past = '2020-02-03T04:05:06.789Z';

function newProfile({ sandbox }: Probe): string {
  return sandbox.createSenderProfile(0, { ...names, label: 'North' });
}

/** Whether a test is refused whose target answers with this success. */
async function isRefusedFor(
  probe: Probe,
  receiver: Receiver,
  type: string,
  body: string,
  status = 200,
): Promise<boolean> {
  receiver.answer = { status, body, headers: { 'content-type': type } };
  return !(await probe.test(configuration(receiver.url))).ok;
}

export const letterChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'KEY-07': async (probe) => {
    const { jti } = (await probe.createKey('named by a body')).json;
    const another = await probe.createKey('', { body: { name: 'of a body', jti } });
    return typeof jti === 'string' && another.json['jti'] === jti;
  },
  'KEY-09': async (probe) => {
    const { json } = await probe.createKey('', { body: { name: 'old', created_at: past } });
    // Some dialects leave out the fraction.
    if (Math.abs(Date.parse(String(json['created_at'])) - Date.parse(past)) < 1000) return true;
    const first = await probe.createKey('makes another');
    await pause(10);
    const second = await probe.createKey('made by it', { token: String(first.json['last_token']) });
    const [begun, later] = [first, second].map((one) => String(one.json['created_at']));
    return second.ok && begun === later && /\.\d*[1-9]/.test(later ?? '');
  },
  'PROF-04': async (probe) => {
    const uuid = newProfile(probe);
    for (const label of [...ordinary, odd]) {
      const { ok, json } = await probe.update(uuid, { label });
      if (ok ? json['label'] !== label : label !== odd) return true;
      await probe.settled();
    }
    // What an update leaves out may be cleared.
    return !(await probe.update(newProfile(probe), { first_name: 'Áda' })).ok;
  },
  'PROF-05': async (probe) => {
    for (const update of [
      { first_name: 'Áda' },
      { first_name: 'Ａda' },
      { first_name: '𝖬ara' },
      { first_name: 'Ben', label: 'North' },
      { first_name: 'Okafor', last_name: 'North', label: 'Ada' },
    ]) {
      const uuid = newProfile(probe);
      await probe.update(uuid, update);
      await probe.settled();
      if ((await probe.profile(uuid)).json['first_name'] !== update.first_name) return true;
    }
    return false;
  },
  'PROF-09': async (probe) => {
    const uuid = newProfile(probe);
    await probe.deleteProfile(uuid);
    await probe.settled();
    return (await probe.update(uuid, { ...names, label: 'Back' })).ok;
  },
  'TEST-01': async (probe) => {
    const uuid = probe.sandbox.createWebhook(0, configuration('http://127.0.0.1:9', 'PUT'));
    return (await probe.test({ uuid })).status !== 422;
  },
  'TEST-09': async (probe, receiver) => {
    receiver.answer = { status: 200, body: 'a'.repeat(66_000) };
    const before = receiver.calls.length;
    await probe.test(configuration(receiver.url));
    return receiver.calls.length > before + 1;
  },
  'TEST-02': async (probe, receiver) => {
    const paths = ['/a,b(c)?latin=%E9%F1', '/a./b?a.b=c&a%20b=c&a%5B0%5D=b&a%5B%5D=c&utm_source=d&e=f'];
    const before = receiver.calls.length;
    for (const path of paths) await probe.test(configuration(`${receiver.url}${path}`));
    return receiver.calls.slice(before).some(({ url }) => !paths.includes(url));
  },
  'TEST-04': async (probe, receiver) =>
    (await isRefusedFor(probe, receiver, 'text/html; charset="utf-8"', '<p>received</p>')) ||
    (await isRefusedFor(probe, receiver, 'application/json', 'null')) ||
    (await isRefusedFor(probe, receiver, 'application/json', String.raw`["\u0000"]`)) ||
    (await isRefusedFor(probe, receiver, 'application/json', '{"ok":false}')) ||
    isRefusedFor(probe, receiver, 'text/plain', 'received', 299),
};
