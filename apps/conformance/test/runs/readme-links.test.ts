/** Every relative link in a README works for users who have only the package. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** The published files of a package, by path. */
async function packedFiles(folder: string): Promise<readonly string[]> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder });
  const [packed]: readonly Packed[] = JSON.parse(stdout);
  return (packed?.files ?? []).map((file) => file.path);
}

/** The relative links of a Markdown text, without those in code. */
function relativeLinks(markdown: string): readonly string[] {
  const text = markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`]*`/g, '');
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

it.each(['apps/conformance', 'packages/client', 'packages/sandbox', 'packages/types'])(
  'each relative link in the README of %s is to a file that is published',
  async (name) => {
    const folder = path.join(root, name);
    const links = relativeLinks(await readFile(path.join(folder, 'README.md'), 'utf8'));
    const published = await packedFiles(folder);
    expect(published).toContain('README.md');
    expect(links.filter((link) => !published.includes(path.normalize(link)))).toEqual([]);
  },
);
