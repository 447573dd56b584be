/** Each link within the site leads to a page, and to a place on it. */
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { statementPage } from '@outreach-api/report/statement-page';
import { statements } from '../generator/statements.ts';
import { builtFiles, builtText } from './built-site.ts';

const files = new Set(builtFiles());
const pages = new Map(
  [...files].filter((file) => file.endsWith('.html')).map((file) => [file, builtText(file)]),
);

/** The values of an attribute, wherever it occurs in a page. */
function valuesOf(name: string, html: string): readonly string[] {
  const values = [...html.matchAll(new RegExp(String.raw`\s${name}="([^"]*)"`, 'g'))];
  return values.map(([, value = '']) => value.replaceAll('&amp;', '&'));
}

/** The file that a link leads to. */
function fileOf(link: string, from: string): string {
  const path = decodeURIComponent(link.replace(/[?#].*$/s, ''));
  const joined =
    path === '' ? from : posix.join('/', posix.dirname(from), path.startsWith('/') ? `/../..${path}` : path);
  const file = path.startsWith('/') ? path.slice(1) : joined.replace(/^\//, '');
  return file === '' || file.endsWith('/') ? `${file}index.html` : file;
}

it('no link is dead, and no anchor is missing', () => {
  const ids = new Map([...pages].map(([file, html]) => [file, new Set(valuesOf('id', html))]));
  const dead = [...pages].flatMap(([from, html]) =>
    [...valuesOf('href', html), ...valuesOf('src', html)]
      .filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link))
      .filter((link) => {
        const to = fileOf(link, from);
        const anchor = decodeURIComponent(/#(.+)$/.exec(link)?.[1] ?? '');
        return !files.has(to) || (anchor !== '' && ids.get(to)?.has(anchor) !== true);
      })
      .map((link) => `${from}: ${link}`),
  );
  expect(dead).toEqual([]);
});

it('no page needs anything from another host', () => {
  const needed = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)="(?:https?:)?\/\/[^"]*"/g)].map(
      ([tag]) => `${file}: ${tag}`,
    ),
  );
  expect(needed).toEqual([]);
});

it('each statement has a page where reports link to', () => {
  const expected = statements.map(
    ({ id }) => `${statementPage('https://site', id).docs?.replace('https://site/', '')}index.html`,
  );
  expect(expected.filter((file) => !files.has(file))).toEqual([]);
});
