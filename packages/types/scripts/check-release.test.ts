/** Shows that a breaking change of the document fails the check until a major changeset declares it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkRelease } from './check-release.ts';

const current = new URL('../../../spec/openapi.yaml', import.meta.url);

/** A folder with changesets, one for each bump of a package, and the document with one field added. */
async function releaseWith(bumps: string[]) {
  const root = await mkdtemp(path.join(tmpdir(), 'outreach-release-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, '.changeset'));
  for (const [number, bump] of bumps.entries())
    await writeFile(path.join(root, '.changeset', `change-${number}.md`), `---\n${bump}\n---\n\nA change.\n`);
  const released = path.join(root, 'released.yaml');
  const field = '\n        colour:\n          type: string\n';
  const text = (await readFile(current, 'utf8')).replace(
    /(\n {4}Webhook:[^]*?\n {6}properties:)\n/,
    `$1${field}`,
  );
  await writeFile(released, text);
  return { released, current, root };
}

test.each([
  [[]],
  [["'@outreach-api/types': minor"]],
  [["'@outreach-api/client': major", "'@outreach-api/types': patch"]],
])('a removed field is red with the changesets %j, and is named', async (bumps) => {
  const { ok, text } = await checkRelease(await releaseWith(bumps));
  expect(ok).toBe(false);
  expect(text).toContain('Webhook.colour, in responses: is removed');
  expect(text).toContain('major changeset of @outreach-api/types');
});

test('a major changeset covers it; it is named all the same', async () => {
  const { ok, text } = await checkRelease(await releaseWith(["'@outreach-api/types': major"]));
  expect(ok).toBe(true);
  expect(text).toContain('Webhook.colour, in responses: is removed');
});

test('a document that breaks nobody needs no changeset', async () => {
  const { root, released } = await releaseWith([]);
  const { ok } = await checkRelease({ released: current, current: released, root });
  expect(ok).toBe(true);
});
