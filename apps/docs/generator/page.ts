/** A page of the site, before the site generator makes HTML of it. */
import path from 'node:path';

/** A page as Markdown. */
export interface Page {
  /** Where it is on the site, without slashes at its ends: `statements/page-06`; the first page has none. */
  readonly path: string;
  readonly title: string;
  /** One sentence, in plain text: for search engines and link previews. */
  readonly description: string;
  /** What the sidebar calls it, if not by its title. */
  readonly label?: string;
  /** Whether the search finds it; true if not set. */
  readonly isSearched?: boolean;
  /** Markdown without the title. */
  readonly body: string;
}

/** The text of the file from which the site generator makes a page. */
export function pageFile({ title, description, label, isSearched = true, body }: Page): string {
  const front = {
    title,
    description: plain(description),
    editUrl: false,
    pagefind: isSearched,
    ...(label === undefined ? {} : { sidebar: { label } }),
  };
  return `---\n${JSON.stringify(front)}\n---\n\n${body.trim()}\n`;
}

/** A link from one page to another that holds wherever the site is deployed. */
export function linkBetween(from: string, to: string, anchor = ''): string {
  const relative = path.posix.relative(`/${from}`, `/${to}`);
  return `${relative === '' ? '.' : relative}/${anchor === '' ? '' : `#${anchor}`}`;
}

/** A link from a page to a file that the site has as it is. */
export function fileLink(from: string, file: string): string {
  return path.posix.relative(`/${from}`, `/${file}`);
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
