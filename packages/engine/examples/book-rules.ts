/** A suite for an API of books: its statements, how it looks at a service, and its rules. */
import { engineFor, Unmet, type Found, type Unrestricted } from '@outreach-api/engine';
import * as fc from 'fast-check';

/** What the description of the API says. */
export const statements = {
  'LIST-01': {
    level: 'must',
    section: 'Lists',
    says: 'A page has at most `limit` books.',
    quote: 'returns up to `limit` books',
  },
  'LIST-02': {
    level: 'must',
    section: 'Lists',
    says: '`total` counts all books, whatever the limit.',
    quote: 'the number of all books',
  },
  'TITLE-01': {
    level: 'must',
    section: 'Titles',
    says: 'A title is stored as it was sent.',
    quote: 'stores the title unchanged',
  },
} as const;

/** The ways in which a service can break them, and what a report needs to know of each. */
export interface BookBreaches {
  readonly 'too-many-books': { readonly limit: number; readonly books: number };
  readonly 'other-total': { readonly limit: number };
  readonly 'other-title': { readonly title: string };
}

/** A request, and the answer to it. */
export interface Exchange {
  readonly request: string;
  readonly answer: unknown;
}

/** What a probe talks to: it sends a request and gives the answer as JSON. */
export type Ask = (method: 'GET' | 'PUT', path: string, body?: string) => Promise<unknown>;

/** The API as the engine tests it. */
export interface Books extends Unrestricted {
  readonly resource: 'titles';
  readonly session: Ask;
  readonly findings: Found<keyof typeof statements, BookBreaches, Exchange>;
}

const { defineExperiment, defineRule, holds, same } = engineFor<Books>(statements);

interface Page {
  readonly books: readonly unknown[];
  readonly total: number;
}

/** Looks at the list with a limit, and with another one. */
const page = defineExperiment<number, Page & { readonly totalOfOne: number }>({
  name: 'page',
  does: 'requests the first books, and how many there are',
  given: fc.integer({ min: 1, max: 20 }),
  first: [1],
  probe: async (limit, ask) => {
    const seen = pageIn(await ask('GET', `/books?limit=${limit}`));
    return { ...seen, totalOfOne: pageIn(await ask('GET', '/books?limit=1')).total };
  },
});

/** Stores a title and reads it back. */
const title = defineExperiment<string, string>({
  name: 'title',
  does: 'changes the title of a book, and reads it',
  changes: ['titles'],
  given: fc.string(),
  first: ['a title', ' spaced ', 'x'.repeat(100)],
  probe: async (given, ask) => {
    await ask('PUT', '/books/1', given);
    const book = await ask('GET', '/books/1');
    if (!isObject(book) || typeof book['title'] !== 'string') throw new Unmet('book 1 has no title');
    return book['title'];
  },
});

/** The rules, one for each statement. */
export const rules = [
  defineRule(
    {
      id: 'LIST-01',
      judge: ({ books }: Page, limit: number) =>
        holds(books.length <= limit, 'too-many-books', { limit, books: books.length }),
      breaches: {
        'the limit is ignored': (seen) => ({ ...seen, books: Array.from({ length: seen.total }) }),
      },
    },
    { from: [page] },
  ),
  defineRule(
    {
      id: 'LIST-02',
      judge: ({ total, totalOfOne }: Page & { readonly totalOfOne: number }, limit: number) =>
        same('other-total', { limit }, total, totalOfOne),
      breaches: {
        'it counts the page': (seen) => ({
          ...seen,
          total: seen.books.length,
          totalOfOne: Math.min(1, seen.total),
        }),
      },
    },
    { from: [page] },
  ),
  defineRule(
    {
      id: 'TITLE-01',
      judge: (stored: string, sent: string) => same('other-title', { title: sent }, stored, sent),
      breaches: {
        'it is cut': (stored) => stored.slice(0, 32),
        'it is trimmed': (stored) => stored.trim(),
      },
    },
    { from: [title] },
  ),
];

function pageIn(answer: unknown): Page {
  if (!isObject(answer) || !Array.isArray(answer['books']) || typeof answer['total'] !== 'number')
    throw new Unmet('the answer is no page of books');
  return { books: answer['books'], total: answer['total'] };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
