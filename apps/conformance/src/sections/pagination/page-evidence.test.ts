/** What pages count as evidence for, and which are ignored. */
import { describe, expect, it } from 'vitest';
import { exchangeSeen, type GivenExchange } from '../../../test/exchange-seen.ts';
import type { Rule } from '../../session/suite.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const list = '/integrations/api/webhooks';
/** A page that lacks a record, and claims that others follow. */
const wrong = { data: [{}], limit: 20, offset: 0, total: 2, has_more: true };

function judged(rule: Rule, ...exchanges: readonly GivenExchange[]): string | null {
  const seen = exchanges.map((one) => exchangeSeen({ operation: 'listWebhooks', path: list, ...one }));
  return rule.evidence?.judge(seen)?.kind ?? null;
}

const deletion: GivenExchange = { operation: 'deleteWebhook', path: `${list}/1`, status: 202 };

describe('a page', () => {
  it.each(['main key', 'created key', 'other account'] as const)('for a %s breaks PAGE-05', (by) => {
    expect(judged(ruleNamed('PAGE-05'), { by, json: wrong })).toBe('broken');
  });

  it.each<[string, readonly GivenExchange[]]>([
    ['for whoever must be refused', [{ by: 'intruder', json: wrong }]],
    ['that was refused', [{ status: 500, json: wrong }]],
    ['of no size', [{ path: `${list}?limit=0`, json: wrong }]],
    ['of a huge size', [{ path: `${list}?limit=100000`, json: wrong }]],
    ['of two sizes', [{ path: `${list}?limit=1&limit=2`, json: wrong }]],
    ['from a negative offset', [{ path: `${list}?offset=-1`, json: wrong }]],
  ])('%s says nothing of PAGE-05', (_, exchanges) => {
    expect(judged(ruleNamed('PAGE-05'), ...exchanges)).toBeNull();
  });

  it.each<[string, readonly GivenExchange[]]>([
    ['under a filter', [{ path: `${list}?filter%5Bevent%5D=x`, json: wrong }]],
    ['under a filter in the body', [{ sent: { filter: {} }, json: wrong }]],
    ['from the middle', [{ path: `${list}?offset=1`, json: { ...wrong, offset: 1, data: [] } }]],
    ['after a deletion', [{ ...deletion, status: 204 }, { json: wrong }]],
    ['after a deletion that comes later', [deletion, { json: wrong }]],
    ['after a deletion without an answer', [{ ...deletion, status: null }, { json: wrong }]],
    ['before a deletion', [{ json: wrong }, deletion]],
  ])('%s breaks PAGE-05', (_, exchanges) => {
    expect(judged(ruleNamed('PAGE-05'), ...exchanges)).toBe('broken');
  });

  it('from the middle breaks PAGE-06', () => {
    const page = { ...wrong, offset: 1 };
    expect(judged(ruleNamed('PAGE-06'), { path: `${list}?offset=1`, json: page })).toBe('broken');
  });

  it('that counts nothing, and shows a record, breaks PAGE-05', () => {
    const page = { ...wrong, total: 0, has_more: false };
    expect(judged(ruleNamed('PAGE-05'), { json: page })).toBe('broken');
  });

  it.each([
    ['of a size in words', '?limit=many', { limit: null }, 'broken'],
    ['of a size in words', '?limit=many', { limit: 'many' }, 'broken'],
    ['of no size', '?limit=', { limit: null }, 'broken'],
    ['from an offset in words', '?offset=far', { offset: null }, 'broken'],
    ['of a size in words', '?limit=many', { limit: 20 }, 'held'],
    ['of no size', '?limit=0', { limit: 0 }, 'held'],
    // What it takes, it may say.
    ['of a negative size', '?limit=-1', { limit: -1 }, null],
  ])('%s (%s) that says %j: PAGE-04 is %s', (_, query, said, kind) => {
    const page = { data: [], limit: 20, offset: 0, total: 0, has_more: false, ...said };
    expect(judged(ruleNamed('PAGE-04'), { path: `${list}${query}`, json: page })).toBe(kind);
  });

  it('under a filter breaks PAGE-04', () => {
    const { total: _, ...page } = wrong;
    expect(judged(ruleNamed('PAGE-04'), { path: `${list}?filter%5Bevent%5D=x`, json: page })).toBe('broken');
  });
});
