import { describe, expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { simulateService } from '../../../test/simulation/simulate.ts';
import { isOrdinaryText } from '@outreach-api/model/texts/ordinary-text';
import { judgeTarget } from '../../judge-target.ts';
import { keyServer, unusual, usual, type KeyServerBehaviour } from '../../../test/services/key-server.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { completeTarget } from '../../target/target.ts';
import { idsWith, verdictsOf } from '../../../test/verdicts-of.ts';
import type { Run } from '../../run.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules: readonly Rule[] = rulesNamed('KEY', 'AUTH-05');

/** A run against a server written without the sandbox's code. */
async function judged(behaviour: KeyServerBehaviour, createApiKeys = 3): Promise<Run> {
  return simulateService(
    1,
    () => keyServer(behaviour),
    async ({ token }, { network, url }) => {
      const target = completeTarget({ baseUrl: url, token, allow: { createApiKeys } });
      return judgeTarget(target, { rules, seed: 1, runs: null, path: null, network });
    },
  );
}

const day = 86_400_000;
const inAYear = (now: Date): Date => new Date(now.getTime() + 365 * day);

/** A server that alters names before showing them. */
function naming(change: (name: string) => string): Partial<KeyServerBehaviour> {
  return { record: (record) => ({ ...record, name: change(String(record['name'])) }) };
}

describe('servers written for this test that keep the description', () => {
  it('of the usual kind pass every rule', async () => {
    expect(new Set(Object.values(verdictsOf(await judged(usual, 8))))).toEqual(new Set(['pass']));
  });

  it.each<[string, Partial<KeyServerBehaviour>]>([
    ['takes a moment, knows no offset, sends no Date, and has its own algorithm', unusual],
    ['shows names in another normalization form', naming((name) => name.normalize('NFD'))],
    ['has a clock 4 minutes slow', { createdAt: (now) => new Date(now.getTime() - 240_000).toISOString() }],
    ['writes a null jti claim and no exp', { claims: () => ({ jti: null }) }],
    [
      'ends 3 calendar years later by the second',
      { claims: (jti, now) => ({ jti, exp: new Date(now).setUTCFullYear(now.getUTCFullYear() + 3) / 1000 }) },
    ],
    [
      'shows the jti of the claim in capitals',
      { record: (record) => ({ ...record, jti: String(record['jti']).toUpperCase() }) },
    ],
    [
      'adds white space to names',
      { record: (record) => ({ ...record, name: ` ${String(record['name'])}\n` }) },
    ],
    ['is slow to create', { takesMs: 80 }],
    [
      'takes seconds to create, and gives the minute',
      { takesMs: 2500, createdAt: (now) => `${now.toISOString().slice(0, 16)}:00.000Z` },
    ],
    ['takes no name but ordinary text', { refuses: (name) => !isOrdinaryText(name) }],
  ])('%s: nothing fails', async (_what, behaviour) => {
    expect(idsWith(await judged({ ...usual, ...behaviour }, 60), 'fail')).toEqual([]);
  });

  it.each<[string, (end: Date) => unknown]>([
    ['as text', (end) => String(end.getTime() / 1000)],
    ['as a date-time', (end) => end.toISOString()],
  ])('that write `exp` %s pass every rule', async (_how, written) => {
    const claims: KeyServerBehaviour['claims'] = (jti, now) => ({
      jti,
      exp: written(new Date(now.getTime() + 1096 * day)),
    });
    expect(new Set(Object.values(verdictsOf(await judged({ ...usual, claims }, 8))))).toEqual(
      new Set(['pass']),
    );
  });

  it.each<[string, string, (jti: string, now: Date) => JsonObject]>([
    ['KEY-05', 'there is no `jti` but null', (_, now) => ({ ...usual.claims('', now), jti: null })],
    ['KEY-06', '`exp` is no time', (jti) => ({ jti, exp: 'in three years' })],
    ['KEY-06', '`exp` is a list', (jti, now) => ({ jti, exp: [now.getTime() / 1000] })],
  ])('leave %s undecided where %s', async (id, _what, claims) => {
    const run = await judged({ ...usual, claims });
    expect(verdictsOf(run)[id]).toBe('inconclusive');
    expect(idsWith(run, 'fail')).toEqual([]);
  });
});

describe('servers written for this test with one fault', () => {
  it.each<[string, string, Partial<KeyServerBehaviour>]>([
    [
      'KEY-02',
      'forgets the names of two keys made at the same time',
      {
        takesMs: 50,
        record: (record, underWay) => ({ ...record, name: underWay.length > 1 ? 'API key' : record['name'] }),
      },
    ],
    [
      'KEY-02',
      'loses letters outside the BMP',
      {
        record: (record) => ({
          ...record,
          name: String(record['name']).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
        }),
      },
    ],
    [
      'KEY-02',
      'cuts names at 49 characters',
      { record: (record) => ({ ...record, name: Array.from(String(record['name'])).slice(0, 49).join('') }) },
    ],
    [
      'KEY-01',
      'writes date-times as a database prints them',
      { createdAt: (now) => now.toISOString().replace('T', ' ').slice(0, 19) },
    ],
    [
      'KEY-05',
      'has a number for a claim whose record has text',
      { jti: unusual.jti, claims: (jti, now) => ({ ...usual.claims(jti, now), jti: Number(jti) }) },
    ],
    ['KEY-04', 'does not sign', { header: { alg: 'none' } }],
    [
      'KEY-06',
      'lets keys end 4 days early',
      { claims: (jti, now) => ({ jti, exp: (now.getTime() + 1091 * day) / 1000 }) },
    ],
    [
      'KEY-09',
      'writes local time as if it were UTC',
      { createdAt: (now) => new Date(now.getTime() + 1_800_000).toISOString() },
    ],
    [
      'KEY-09',
      'writes another day without an offset',
      {
        claims: (jti) => ({ jti }),
        createdAt: (now) => new Date(now.getTime() - 2 * day).toISOString().slice(0, 19),
      },
    ],
    [
      'KEY-09',
      'asked for the time once, when it began',
      {
        takesMs: 2500,
        createdAt: (() => {
          let began: string | undefined;
          return (now) => (began ??= `${now.toISOString().slice(0, 19)}.125Z`);
        })(),
      },
    ],
    [
      'KEY-10',
      'counts teams',
      {
        record: (() => {
          let team = 0;
          return (record) => ({ ...record, team_id: (team += 1) });
        })(),
      },
    ],
    [
      'KEY-06',
      'lets keys end after a year, written as text',
      { claims: (jti, now) => ({ jti, exp: String(Math.floor(inAYear(now).getTime() / 1000)) }) },
    ],
    [
      'KEY-06',
      'lets keys end after a year, written as a date-time',
      { claims: (jti, now) => ({ jti, exp: inAYear(now).toISOString() }) },
    ],
    ['KEY-01', 'has a jti that is no text', { record: (record) => ({ ...record, jti: { toString: 1 } }) }],
    ['KEY-01', 'has an object for a team', { record: (record) => ({ ...record, team_id: { id: 2 } }) }],
    ['AUTH-05', 'never takes a created key', { validAfterMs: 1_000_000 }],
  ])('%s: %s', async (id, _what, behaviour) => {
    expect(idsWith(await judged({ ...usual, ...behaviour }), 'fail')).toEqual([id]);
  });
});

describe('servers written for this test that change unusual names, with 60 keys', () => {
  it.each<[string, (name: string) => string]>([
    ['cut at 64 characters', (name) => Array.from(name).slice(0, 64).join('')],
    ['cut at 255 characters', (name) => Array.from(name).slice(0, 255).join('')],
    ['escaped as HTML', (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
    ['without emoji', (name) => name.replaceAll(/\p{Extended_Pictographic}/gu, '?')],
    ['without backslashes', (name) => name.replaceAll('\\', '')],
    ['with single spaces', (name) => name.replaceAll(/ +/g, ' ')],
    [
      'changed where they are 255 characters long',
      (name) => (Array.from(name).length === 255 ? `${name}.` : name),
    ],
    ['taken for numbers', (name) => (/^\d+$/.test(name) ? String(Number(name)) : name)],
    ['taken for nothing', (name) => (/^(?:null|undefined|none)$/i.test(name) ? '' : name)],
    ['taken for truth', (name) => (name === 'true' ? '1' : name)],
    ['taken for nothing where they are falsy', (name) => (name === '0' ? '' : name)],
    ['with one apostrophe for two', (name) => name.replaceAll("''", "'")],
  ])('KEY-02: %s', async (_what, change) => {
    expect(idsWith(await judged({ ...usual, ...naming(change) }, 60), 'fail')).toEqual(['KEY-02']);
  });
});

it('a key that is its own jti breaks KEY-04, but is distinguished from other keys', async () => {
  const behaviour: KeyServerBehaviour = {
    ...usual,
    record: (record) => ({ ...record, last_token: record['jti'] }),
  };
  expect(idsWith(await judged(behaviour), 'fail').toSorted()).toEqual(['AUTH-05', 'KEY-04']);
});
