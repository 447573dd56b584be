import { describe, expect, it } from 'vitest';
import type { Answer } from '@outreach-api/model/records/exchange';
import { operationOf } from '@outreach-api/model/records/operation';
import { ForeignUpdates } from './foreign-updates.ts';

const uuid = '5ca6929f-f75f-4925-a0b9-d754c930811e';
const path = `/flows/api/sender-profiles/${uuid}`;

function shown(second: number, status = 200): Answer {
  const json = { updated_at: `2026-11-24T10:00:0${second}.000Z` };
  return { status, ok: true, headers: {}, text: JSON.stringify(json), json };
}

type Answered = readonly [
  method: string,
  second: number,
  writes: readonly [number, number] | null,
  status?: number,
];

describe('somebody else updates a profile', () => {
  it.each<readonly [string, boolean, readonly Answered[]]>([
    [
      'where it shows a later update than ours',
      true,
      [
        ['PUT', 1, [1, 1]],
        ['GET', 2, [1, 1]],
      ],
    ],
    [
      'not where it shows ours',
      false,
      [
        ['PUT', 1, [1, 1]],
        ['GET', 1, [1, 1]],
      ],
    ],
    [
      'not where it shows what was there before',
      false,
      [
        ['PUT', 2, [1, 1]],
        ['GET', 1, [1, 1]],
      ],
    ],
    [
      'not where we have written since',
      false,
      [
        ['PUT', 1, [1, 1]],
        ['GET', 2, [2, 2]],
      ],
    ],
    [
      'not beside another write of ours',
      false,
      [
        ['PUT', 1, [1, 1]],
        ['GET', 2, [1, 2]],
      ],
    ],
    [
      'not where two of our writes were under way',
      false,
      [
        ['PUT', 1, [1, 1]],
        ['GET', 2, null],
      ],
    ],
    [
      'not where ours was still to come',
      false,
      [
        ['PUT', 1, [1, 1], 202],
        ['GET', 2, [1, 1]],
      ],
    ],
    ['not where we have updated nothing', false, [['GET', 2, [0, 0]]]],
  ])('%s', (_where, wereSeen, all) => {
    const updates = new ForeignUpdates();
    for (const [method, second, writes, status] of all)
      updates.answered(
        { operation: operationOf(method, path), path, writes, sent: undefined },
        shown(second, status),
      );
    expect(updates.wereSeen).toBe(wereSeen);
  });

  it.each([
    ['where a field that ours left out shows a new text', true, { last_name: 'Busy' }],
    ['not where it shows a text that was shown before', false, { last_name: 'Okafor' }],
    ['not where the field that ours sent shows a new text', false, { first_name: 'Adaa' }],
    ['not where it is empty', false, { last_name: '' }],
  ])('whatever `updated_at` is, %s', (_where, wereSeen, later) => {
    const updates = new ForeignUpdates();
    const before = { first_name: 'Maria', last_name: 'Okafor', label: null };
    const exchanges: readonly (readonly [string, number, object | undefined, object])[] = [
      ['GET', 0, undefined, before],
      ['PUT', 1, { first_name: 'Ada' }, { first_name: 'Ada', last_name: '', label: null }],
      ['GET', 1, undefined, { first_name: 'Ada', last_name: '', label: null, ...later }],
    ];
    for (const [method, writes, sent, json] of exchanges)
      updates.answered(
        { operation: operationOf(method, path), path, writes: [writes, writes], sent },
        { status: 200, ok: true, headers: {}, text: JSON.stringify(json), json },
      );
    expect(updates.wereSeen).toBe(wereSeen);
  });
});

describe('a text of a profile', () => {
  it.each([
    ['is of others where it was never seen before', true, 'Busy 6'],
    ['is ours where we sent it, trimmed or cut', false, 'Ada of the no'],
    ['is its own where it was first read with it', false, 'Okafor'],
    ['may be a copy where another profile showed it before', false, 'Björn'],
    ['is no text where it is empty', false, ''],
  ])('%s', (_whose, isOfOthers, label) => {
    const updates = new ForeignUpdates();
    const another = path.replace(/.$/, '0');
    const exchanges: readonly (readonly [
      method: string,
      path: string,
      sent: object | undefined,
      json: object,
    ])[] = [
      ['GET', path, undefined, { last_name: 'Okafor' }],
      ['GET', another, undefined, { first_name: 'Björn' }],
      ['PUT', another, { label: ' Ada  of the North ' }, { label: 'Ada of the North' }],
      ['GET', path, undefined, { last_name: 'Okafor', label }],
    ];
    for (const [method, at, sent, json] of exchanges)
      updates.answered(
        { operation: operationOf(method, at), path: at, writes: [0, 1], sent },
        { status: 200, ok: true, headers: {}, text: JSON.stringify(json), json },
      );
    expect(updates.isOfOthers(uuid, label)).toBe(isOfOthers);
  });
});
