/** Pages that people wrote: the guides, the decisions, and other Markdown of the repository. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { code } from './markdown.ts';
import { fileLink, linkBetween, type Page } from './page.ts';
import { statementPath, statements } from './statements.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Where the site has what a file of the repository holds, by its path there. */
const places: ReadonlyMap<string, string> = new Map([
  ...pagesIn('apps/docs/guides', 'guides'),
  ['apps/docs/guides/index.md', ''],
  ...pagesIn('.decisions', 'decisions'),
  ['.decisions/README.md', 'decisions'],
  ['.github/CONTRIBUTING.md', 'contributing'],
  ['apps/conformance/examples/drivers/README.md', 'proof/drivers'],
  ['packages/sandbox/public-reports.md', 'proof/public-reports'],
]);

/** Where the site has what it makes of a file of the repository. */
const madeOf: ReadonlyMap<string, string> = new Map([
  ...readdirSync(path.join(root, 'apps/conformance/src/commands')).map((file): [string, string] => [
    `apps/conformance/src/commands/${file}`,
    `reference/commands/${path.parse(file).name}`,
  ]),
  ['apps/conformance/src/commands/main.ts', 'reference/commands'],
  ['packages/sandbox/src/main.ts', 'reference/commands/outreach-sandbox'],
  ['spec/openapi.yaml', 'reference/api'],
  ['spec/statements.yaml', 'statements'],
  ['apps/conformance/test/proof/prove.ts', 'proof'],
]);

/** The JSON Schemas that the suite publishes, each with the place where the site has it. */
export const schemas: ReadonlyMap<string, string> = new Map(
  globSync('apps/conformance/src/**/*.schema.json', { cwd: root }).map((file) => [
    file,
    `schemas/${path.basename(file)}`,
  ]),
);

const ids = new Set(statements.map(({ id }) => id));

/** All of them. */
export function writtenPages(): readonly Page[] {
  return [...places].map(([file, place]) => writtenPage(file, place));
}

function writtenPage(file: string, place: string): Page {
  const text = readFileSync(path.join(root, file), 'utf8');
  const [, title, body] = /^# (.+)\n([^]*)$/.exec(text) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${file} does not begin with a title`);
  const description = /^[A-Z`*][^]*?[.:](?=\s)/m.exec(body)?.[0].replaceAll('\n', ' ') ?? title;
  return { path: place, title: title.replaceAll('`', ''), description, body: siteLinks(body, file, place) };
}

/** Markdown whose links to files of the repository lead to pages of the site, and that links to statements by their ids. */
export function siteLinks(markdown: string, file: string, place: string): string {
  return markdown
    .split(/(^```[^]*?^```|`[^`\n]+`(?!\]\()|\[(?:[^\]]+)\]\([^)\s]+\))/m)
    .map((part, index) => {
      if (index % 2 === 0) return linkedIds(part, place);
      const [, text = '', target = ''] = /^\[([^]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      return target === '' || /^(?:[a-z]+:|#)/.test(target) ? part : siteLink(text, target, file, place);
    })
    .join('');
}

function siteLink(text: string, target: string, file: string, place: string): string {
  const [relative = '', anchor = ''] = target.split('#');
  const linked = path.posix.join(path.posix.dirname(file), relative).replace(/\/$/, '');
  if (!existsSync(path.join(root, linked)))
    throw new Error(`${file} links to ${linked}, which does not exist`);
  const to = places.get(linked) ?? madeOf.get(linked);
  if (to !== undefined) return `[${text}](${linkBetween(place, to, anchor)})`;
  const schema = schemas.get(linked);
  if (schema !== undefined) return `[${text}](${fileLink(place, schema)})`;
  // The site does not know where the repository can be read: it names the file.
  return text.includes(linked) ||
    (text === code(path.posix.basename(linked)) && text.length === linked.length)
    ? text
    : `${text} (${code(linked)})`;
}

function linkedIds(text: string, place: string): string {
  return text.replaceAll(/\b[A-Z]+-\d\d\b/g, (id) =>
    ids.has(id) && statementPath(id) !== place ? `[${id}](${linkBetween(place, statementPath(id))})` : id,
  );
}

function pagesIn(folder: string, place: string): readonly [file: string, place: string][] {
  return readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => [`${folder}/${file}`, `${place}/${path.parse(file).name}`]);
}
