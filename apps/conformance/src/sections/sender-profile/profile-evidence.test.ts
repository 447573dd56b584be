/** What reads and updates of profiles count as evidence for, and which are ignored. */
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { exchangeSeen, type GivenExchange } from '../../../test/exchange-seen.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const uuid = '3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11';
const path = `/flows/api/sender-profiles/${uuid}`;
const record = {
  uuid,
  team_id: 1,
  user_id: 1,
  assignee_user_id: null,
  first_name: 'Ada',
  last_name: 'Lovelace',
  label: null,
  status: 'active',
  linkedin_server_id: null,
  linkedin_browser_uuid: null,
  linkedin_account_uuid: null,
  mailbox_uuid: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

function read(shown: object = {}, more: GivenExchange = {}): GivenExchange {
  return { operation: 'getSenderProfile', path, json: { ...record, ...shown }, writes: [0, 0], ...more };
}

function update(sent: unknown, shown: object = {}, more: GivenExchange = {}): GivenExchange {
  const json = { ...record, ...(typeof sent === 'object' ? sent : {}), ...shown };
  return { operation: 'updateSenderProfile', path, sent, json, writes: [1, 1], ...more };
}

function judged({ evidence }: Rule, ...exchanges: readonly GivenExchange[]): string | null {
  return evidence?.judge(exchanges.map(exchangeSeen))?.kind ?? null;
}

const after = { writes: [1, 1] } as const;
const sent = { first_name: 'Grace' };

describe('a reading', () => {
  it('of a name that is null breaks PROF-01, whoever of the account asks', () => {
    expect(judged(ruleNamed('PROF-01'), read({ first_name: null }))).toBe('broken');
    expect(judged(ruleNamed('PROF-01'), read({ first_name: null }, { by: 'created key' }))).toBe('broken');
  });

  it('by somebody else, after a deletion or after an update of which all is open says nothing', () => {
    const wrong = read({ first_name: null });
    expect(judged(ruleNamed('PROF-01'), { ...wrong, by: 'other account' })).toBeNull();
    expect(judged(ruleNamed('PROF-01'), { operation: 'deleteSenderProfile', path }, wrong)).toBeNull();
    expect(judged(ruleNamed('PROF-01'), update({ label: [] }), wrong)).toBeNull();
    expect(judged(ruleNamed('PROF-01'), update({ first_name: 7 }), wrong)).toBeNull();
  });

  it('without a label breaks PROF-01 also where that was to be null', () => {
    const wrong = read({ label: undefined });
    expect(judged(ruleNamed('PROF-01'), update({ label: null }), wrong)).toBe('broken');
    expect(judged(ruleNamed('PROF-01'), update({ label: null }), read({ label: null }))).toBe('held');
  });

  it('with another uuid breaks PROF-02 only where the profile is known to be there', () => {
    const wrong = read({ uuid: uuid.replace('3', '4') });
    expect(judged(ruleNamed('PROF-02'), wrong)).toBeNull();
    expect(judged(ruleNamed('PROF-02'), read(), wrong)).toBe('broken');
  });
});

describe('an update', () => {
  it('that answers another text or another uuid breaks PROF-04 or PROF-06', () => {
    expect(judged(ruleNamed('PROF-04'), read(), update(sent, { first_name: 'Ada' }))).toBe('broken');
    expect(judged(ruleNamed('PROF-06'), read(), update(sent, { team_id: 2 }))).toBe('broken');
  });

  it('beside another one says nothing of PROF-04', () => {
    const beside = update(sent, { first_name: 'Ada' }, { writes: [1, 2] });
    expect(judged(ruleNamed('PROF-04'), read(), beside)).toBeNull();
    expect(judged(ruleNamed('PROF-04'), read(), { ...beside, writes: null })).toBeNull();
  });

  it('that the next reading does not show breaks PROF-05', () => {
    expect(judged(ruleNamed('PROF-05'), read(), update(sent), read({}, after))).toBe('broken');
    expect(judged(ruleNamed('PROF-05'), read(), update(sent), read(sent, after))).toBe('held');
  });

  it.each<[string, readonly GivenExchange[]]>([
    ['where it may come later', [update(sent, {}, { status: 202 }), read({}, after)]],
    [
      'where an earlier one may come later',
      [
        update({ first_name: 'Ada' }, {}, { status: 202 }),
        update(sent, {}, { writes: [2, 2] }),
        read({}, { writes: [2, 2] }),
      ],
    ],
    ['where something was written since', [update(sent), read({}, { writes: [2, 2] })]],
    ['where something is written meanwhile', [update(sent), read({}, { writes: [1, 2] })]],
    ['where it was refused', [update(sent, {}, { status: 500 }), read({}, after)]],
    ['where it was sent by somebody else', [update(sent, {}, { by: 'other account' }), read({}, after)]],
  ])('says nothing of PROF-05 %s', (_, exchanges) => {
    expect(judged(ruleNamed('PROF-05'), read(), ...exchanges)).toBeNull();
  });

  it.each([
    ['blank', { first_name: '' }, { first_name: '' }, 'held'],
    ['blank, and later is another', { first_name: '' }, {}, 'broken'],
    ['the one before', { first_name: 'Ada' }, {}, 'held'],
    ['a default', { first_name: 'Unnamed' }, { first_name: 'Unnamed' }, 'held'],
    ['a default, and later is blank', { first_name: 'Unnamed' }, { first_name: '' }, 'held'],
    ['a default, and later is the one before', { first_name: 'Unnamed' }, {}, 'broken'],
  ])('of a blank name that becomes %s', (_, answered, shown, kind) => {
    const exchanges = [read(), update({ first_name: ' ' }, answered), read(shown, after)];
    expect(judged(ruleNamed('PROF-04'), ...exchanges)).toBe('held');
    expect(judged(ruleNamed('PROF-05'), ...exchanges)).toBe(kind);
  });
});
