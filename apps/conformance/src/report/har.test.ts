/** The HTTP archive fits the published schema, is bounded, and shows what was not answered. */
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { Har } from 'har-format';
import { expect, it } from 'vitest';
import { simulate } from '../../test/simulation/simulate.ts';
import { judgeTarget } from '../judge-target.ts';
import { sandboxTarget } from '../../test/judge-sandbox.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { Recorder } from '@outreach-api/wire/recorder';
import { Secrets } from '@outreach-api/masking/secrets';
import { harText } from './har.ts';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
ajv.addFormat('uri', (text) => URL.canParse(text) && !/[<>\s]/.test(text));
ajv.addFormat('ipv4', true);
ajv.addFormat('ipv6', true);
ajv.addSchema(Object.values(require('har-schema')));

function archiveOf(recorder: Recorder, secrets = new Secrets()): Har {
  return JSON.parse([...harText(recorder, secrets)].join(''));
}

function errorsOf(archive: Har): unknown {
  ajv.validate('har.json#', archive);
  return ajv.errors;
}

it('holds every request of a run, also those that restore the target, and fits the schema', async () => {
  const recorder = new Recorder();
  const secrets = new Secrets();
  const seen = await simulate({ seed: 1 }, async ({ sandbox, network, url }) => {
    await judgeTarget(sandboxTarget(sandbox, url), {
      rules: selectRules(rules, ['AUTH', 'FILT-01', 'PROF-04', 'KEY', 'TEST-02']),
      seed: 1,
      runs: 2,
      path: null,
      secrets,
      recorder,
      network,
    });
    return sandbox.record.map(({ method }) => method).toSorted();
  });
  const archive = archiveOf(recorder, secrets);
  expect(errorsOf(archive)).toBeNull();
  expect(archive.log.entries.map(({ request }) => request.method).toSorted()).toEqual(seen);
  expect(new Set(seen)).toEqual(new Set(['DELETE', 'GET', 'POST', 'PUT']));
  const created = archive.log.entries.find(
    ({ request, response }) => request.url.endsWith('/create-api-key') && response.status < 300,
  );
  expect(created?.request.postData?.text).toContain('"name"');
  expect(created?.response.content.text).toMatch(/"last_token":"\$OUTREACH_CREATED_KEY"/);
  expect(created?.request.headers).toContainEqual({ name: 'authorization', value: 'Bearer $OUTREACH_TOKEN' });
});

it('is bounded, whatever a target answers, and says what it left out', () => {
  const recorder = new Recorder();
  const request = { method: 'GET', url: 'https://example.com/?limit=1', headers: {}, body: null };
  const answer = { status: 200, ok: true, headers: {}, text: 'x'.repeat(100_000), json: undefined };
  for (let count = 0; count < 20_010; count += 1) recorder.add(request, Date.now(), 1, answer);
  const archive = archiveOf(recorder);
  expect(errorsOf(archive)).toBeNull();
  expect(archive.log.entries).toHaveLength(20_000);
  expect(archive.log.comment).toBe('10 later requests are not shown');
  const kept = archive.log.entries.map(({ response }) => response.content);
  expect(kept[0]?.text).toBe(`${'x'.repeat(32 * 1024)}…`);
  expect(kept[0]).toMatchObject({ size: 100_000, comment: 'cut: the whole body has 100000 bytes' });
  expect(kept.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)).toBeLessThan(33 * 1024 * 1024);
});

it('includes requests that were not answered, of redirects and of characters that addresses do not have', () => {
  const recorder = new Recorder();
  const secrets = new Secrets();
  secrets.add('canary-key', '<a key>');
  const request = {
    method: 'PUT',
    url: 'https://example.com/a?key=canary-key',
    headers: {},
    body: '{"a":1}',
  };
  recorder.add(request, 0, 1.23456, 'ECONNRESET: socket hang up');
  const headers = {
    location: 'https://elsewhere.example.com/canary-key',
    'set-cookie': 'session=open-sesame',
  };
  recorder.add(request, 0, 1, { status: 302, ok: false, headers, text: '', json: undefined });
  const archive = archiveOf(recorder, secrets);
  expect(errorsOf(archive)).toBeNull();
  const [unanswered, redirected] = archive.log.entries;
  expect(unanswered).toMatchObject({
    startedDateTime: '1970-01-01T00:00:00.000Z',
    time: 1.235,
    comment: 'no answer: ECONNRESET: socket hang up',
    request: { url: 'https://example.com/a?key=%3Ca%20key%3E', bodySize: 7 },
    response: { status: 0 },
  });
  expect(unanswered?.request.queryString).toEqual([{ name: 'key', value: '<a key>' }]);
  expect(redirected?.response.redirectURL).toBe('https://elsewhere.example.com/<a key>');
  expect(redirected?.response.headers).toContainEqual({ name: 'set-cookie', value: '<not shown>' });
});
