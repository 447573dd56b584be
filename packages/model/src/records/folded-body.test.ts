import { expect, it } from 'vitest';
import { foldedText, recorded } from './folded-body.ts';

function page(length: number) {
  const data = Array.from({ length }, (_, id) => ({
    uuid: `66aea37e-b035-4399-ab0b-${String(id).padStart(12, '0')}`,
    event: 'sender_profile_sent_email',
    target_url: 'https://example.com/a-target-of-some-length',
  }));
  return { data, limit: 20, offset: 0, total: 47, has_more: true };
}

function answerWith(json: unknown, text = JSON.stringify(json)) {
  return { status: 200, ok: true, headers: {}, text, json };
}

it('keeps of a long page the envelope and the first records, as JSON', () => {
  const { text } = recorded(answerWith(page(100)));
  expect(text.length).toBeLessThanOrEqual(4000);
  const { data, ...envelope } = JSON.parse(text);
  expect(envelope).toEqual({ limit: 20, offset: 0, total: 47, has_more: true });
  expect(data.slice(0, -1)).toEqual(page(100).data.slice(0, data.length - 1));
  expect(data.at(-1)).toBe(`… ${100 - (data.length - 1)} more records`);
});

it('counts rightly what was left out, also where it is folded once more', () => {
  const { text } = recorded(answerWith(page(100)));
  expect(foldedText(text, 150)).toBe(
    '{"data":["… 100 records"],"limit":20,"offset":0,"total":47,"has_more":true}',
  );
});

it('leaves a short body as it came, and cuts what is no JSON', () => {
  const short = ` ${JSON.stringify(page(3))}\n`;
  expect(recorded(answerWith(page(3), short)).text).toBe(short);
  const html = `<html>${'a'.repeat(5000)}`;
  const { text } = recorded(answerWith(undefined, html));
  expect(text).toBe(`${html.slice(0, 4000)}… (5006 characters)`);
  expect(foldedText(text, 10)).toBe('<html>aaaa… (5006 characters)');
});

it('folds lists of objects that cannot be converted to text', () => {
  const list = Array.from({ length: 3 }, () => ({ toString: null, note: 'x'.repeat(5000) }));
  expect(recorded(answerWith({ list })).text).toContain('"toString":null');
});
