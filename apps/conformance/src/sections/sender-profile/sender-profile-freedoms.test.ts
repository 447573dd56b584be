/** The sender profile rules on a sandbox behind gateways that conform, but slowly: a 202 may take a moment. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { isRecord } from '../../records/is-record.ts';
import * as deletion from '../delete-a-sender-profile/delete-a-sender-profile.ts';
import * as reading from '../get-a-sender-profile/get-a-sender-profile.ts';
import * as senderProfile from './sender-profile.ts';
import * as updating from '../update-a-sender-profile/update-a-sender-profile.ts';

const rules = [senderProfile, reading, updating, deletion].flatMap((section) => Object.values(section));
const replicaLagMs = 300;
const deletionMs = 1200;

const isProfile = ({ url }: Request): boolean => url.includes('/sender-profiles/');

function like(request: Request, method: string, body: string | null = null): Request {
  const headers = {
    authorization: request.headers.get('authorization') ?? '',
    'content-type': 'application/json',
  };
  return new Request(request.url, { method, headers, body });
}

/** For a while after an update, every other read is answered by a replica that does not have it yet. */
function hasAReplica(): Gateway {
  const old = new Map<string, { readonly at: number; readonly text: string }>();
  let readings = 0;
  return async (request, pass) => {
    if (!isProfile(request)) return pass(request);
    const { url, method } = request;
    const before = method === 'PUT' ? await pass(like(request, 'GET')) : null;
    const answer = await pass(request);
    if (before?.ok === true && answer.ok) old.set(url, { at: performance.now(), text: await before.text() });
    readings += 1;
    const replica = old.get(url);
    const isBehind = replica !== undefined && performance.now() < replica.at + replicaLagMs;
    if (method !== 'GET' || !answer.ok || !isBehind || readings % 2 === 0) return answer;
    return new Response(replica.text, { headers: { 'content-type': 'application/json' } });
  };
}

/** Answers 202 to everything; what it then refuses (text longer than 60 characters) never shows. Deletes late. */
function takesEverything(): Gateway {
  return async (request, pass) => {
    if (!isProfile(request) || request.method === 'GET') return pass(request);
    const now = await pass(like(request, 'GET'));
    if (!now.ok) return pass(request);
    if (request.method === 'DELETE') {
      const late = like(request, 'DELETE');
      void wait(deletionMs).then(async () => pass(late));
      return new Response(null, { status: 202 });
    }
    const text = await request.text();
    const sent: unknown = JSON.parse(text);
    const fields = isRecord(sent) ? sent : {};
    if (Object.values(fields).every((field) => Array.from(String(field)).length <= 60)) {
      const answer = await pass(like(request, 'PUT', text));
      return new Response(await answer.text(), { status: answer.ok ? 202 : answer.status });
    }
    const record: unknown = await now.json();
    return Response.json({ ...(isRecord(record) ? record : {}), ...fields }, { status: 202 });
  };
}

/** Resets what an update leaves out to a default that is not empty. */
const clearsToDefaults: Gateway = async (request, pass) => {
  const answer = await pass(request);
  if (!isProfile(request) || !answer.ok || request.method === 'DELETE') return answer;
  const json: unknown = await answer.json();
  const record = isRecord(json) ? json : {};
  const names = ['first_name', 'last_name'].map((field) => [field, record[field] || 'Unknown']);
  const shown = { ...record, ...Object.fromEntries(names), label: record['label'] ?? 'No label' };
  return Response.json(shown, { status: answer.status });
};

/** For a while after an update, a profile says that it is being synchronised. */
function synchronises(forMs: number): Gateway {
  const updated = new Map<string, number>();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!isProfile(request) || !answer.ok) return answer;
    if (request.method === 'PUT') updated.set(request.url, performance.now());
    const isUnderWay = performance.now() < (updated.get(request.url) ?? Number.NEGATIVE_INFINITY) + forMs;
    if (request.method !== 'GET' || !isUnderWay) return answer;
    const record: unknown = await answer.json();
    return Response.json({ ...(isRecord(record) ? record : {}), status: 'syncing' });
  };
}

describe.concurrent('a gateway that', () => {
  it('synchronises a profile for a moment after an update changes no other', async () => {
    const { results } = await judgeSandbox({
      rules: [updating.updateChangesNoOther, deletion.deletionChangesNoOther],
      runs: 0,
      gateway: synchronises(100),
    });
    expect(results.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([
      ['PROF-08', 'pass'],
      ['PROF-10', 'pass'],
    ]);
  });

  it.each([
    ['text in another normalization form', (text: string) => text.normalize('NFD')],
    [
      '`updated_at` without its fraction when it is read',
      (text: string, { method }: Request) =>
        method === 'GET' ? text.replaceAll(/("updated_at":"[^"]*)\.\d{3}Z"/g, '$1.000Z"') : text,
    ],
  ])('shows %s passes each rule', async (_, change) => {
    const { results } = await judgeSandbox({
      rules,
      gateway: async (request, pass) => {
        const answer = await pass(request);
        if (!isProfile(request) || !answer.ok || request.method === 'DELETE') return answer;
        return new Response(change(await answer.text(), request), { status: answer.status });
      },
    });
    expect(
      results.filter(({ verdict }) => verdict !== 'pass').map(({ rule, reason }) => [rule.id, reason]),
    ).toEqual([]);
  });

  it('clears what is left out to defaults fails no rule of updates', async () => {
    const { results } = await judgeSandbox({
      rules: Object.values(updating),
      dialect: { omittedOnUpdate: 'cleared' },
      gateway: clearsToDefaults,
    });
    const told = results.map(({ rule, verdict, reason }) => [rule.id, verdict, reason]);
    expect(told.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  });

  it('has a replica that is behind after updates answered 202 fails no rule', async () => {
    const { results } = await judgeSandbox({
      rules: Object.values(updating).filter(({ id }) => id !== 'PROF-12'),
      runs: 0,
      dialect: { successStatusOfUpdate: '202' },
      gateway: hasAReplica(),
    });
    const told = results.map(({ rule, verdict, reason }) => [rule.id, verdict, reason]);
    expect(told.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
    expect(told.filter(([, verdict]) => verdict === 'pass').length).toBeGreaterThan(1);
  });

  it('answers 202, drops long text and deletes late fails no rule', async () => {
    const { results } = await judgeSandbox({ rules, gateway: takesEverything() });
    const told = results.map(({ rule, verdict, reason }) => [rule.id, verdict, reason]);
    expect(told.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
    expect(told.filter(([, verdict]) => verdict === 'pass').length).toBeGreaterThan(9);
  });
});

it('deletions that are refused for a moment fail nothing, also where there is but one profile to delete', async () => {
  let served: Sandbox | undefined;
  let since = 0;
  let made = 0;
  const { results } = await judgeSandbox({
    rules: Object.values(deletion),
    gateway: async (request, pass, sandbox) => {
      served = sandbox;
      if (request.method === 'DELETE' && since === 0) since = Date.now();
      if (request.method !== 'DELETE' || Date.now() - since > 1000) return pass(request);
      return Response.json({ message: 'read only for a moment' }, { status: 503 });
    },
    target: {
      provision: () => ({
        createSenderProfile: async (profile) => {
          made += 1;
          if (served === undefined || made > 1) throw new Error('there is but one');
          return served.createSenderProfile(0, profile);
        },
      }),
    },
  });
  expect(since).toBeGreaterThan(0);
  expect(results.map(({ verdict }) => verdict)).not.toContain('fail');
});
