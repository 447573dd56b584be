/** Relative links work: those of a published README for users who have only the package, others in the repository. */
import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
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

const decisions = await readdir(path.join(root, '.decisions'));
const guides = await readdir(path.join(root, 'apps/docs/guides'));

it.each([
  'README.md',
  '.github/CONTRIBUTING.md',
  'apps/docs/README.md',
  'packages/engine/README.md',
  ...decisions.map((page) => `.decisions/${page}`),
  ...guides.map((page) => `apps/docs/guides/${page}`),
])('each relative link in %s is to a file of the repository', async (name) => {
  const file = path.join(root, name);
  const links = relativeLinks(await readFile(file, 'utf8'));
  await expect(
    Promise.all(links.map(async (link) => access(path.join(path.dirname(file), link)))),
  ).resolves.toBeDefined();
});

it('the index of the decisions lists each page once, by its title', async () => {
  const pages = decisions.filter((page) => page !== 'README.md');
  const titles = pages.map(async (page) => {
    const [heading = ''] = (await readFile(path.join(root, '.decisions', page), 'utf8')).split('\n');
    return `[${heading.replace('# ', '')}](${page})`;
  });
  const index = await readFile(path.join(root, '.decisions/README.md'), 'utf8');
  const listed = [...index.matchAll(/^- (\[.+?\]\(.+?\)):/gm)].map(([, link]) => link);
  expect(listed).toHaveLength(pages.length);
  expect(new Set(listed)).toEqual(new Set(await Promise.all(titles)));
});
