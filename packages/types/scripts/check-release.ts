/** Checks a changed OpenAPI document against its changesets: a change that breaks consumers needs a major one. */
import { readFile } from 'node:fs/promises';
import { readChangesets } from '@changesets/read';
import { parse } from 'yaml';
import { breakingChanges } from './breaking-changes.ts';

/** The package that publishes the document. */
const published = '@outreach-api/types';

/** Where the documents and the changesets are. */
export interface ReleaseFiles {
  /** The document of the last release. */
  released: string | URL;
  /** The current document. */
  current: string | URL;
  /** The folder that holds `.changeset`. */
  root: string;
}

/** Whether the next release may go out with the current document, and why. Throws if a file is missing. */
export async function checkRelease({
  released,
  current,
  root,
}: ReleaseFiles): Promise<{ ok: boolean; text: string }> {
  const [before, after] = await Promise.all([released, current].map((file) => readFile(file, 'utf8')));
  const found = breakingChanges(parse(before ?? ''), parse(after ?? ''));
  if (found.length === 0)
    return { ok: true, text: 'the OpenAPI document breaks nobody who builds on the released one\n' };
  const lines = found.map(({ where, what }) => `  ${where}: ${what}\n`).join('');
  const changesets = await readChangesets(root);
  const major = changesets.some(({ releases }) =>
    releases.some(({ name, type }) => name === published && type === 'major'),
  );
  return major
    ? {
        ok: true,
        text: `the OpenAPI document breaks consumers, as a major changeset of ${published} says:\n${lines}`,
      }
    : {
        ok: false,
        text:
          `spec/openapi.yaml breaks those who build on the released document:\n${lines}` +
          `Take it back, or write a major changeset of ${published} (pnpm changeset).\n`,
      };
}
