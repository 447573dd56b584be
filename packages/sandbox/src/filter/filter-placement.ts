/** Finds the filter object in a request: query JSON, query brackets, or the JSON body of the GET. */
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { Dialect } from '../dialect/dialect.ts';

const bracketKey = /^filter\[([^\]]*)\](?:\[([^\]]*)\])?$/;

/** Whether a query parameter belongs to a filter in an accepted placement. */
export function isFilterParameter(name: string, placement: Dialect['filterPlacement']): boolean {
  const all = placement === 'all';
  if (name === 'filter') return all || placement === 'query-json';
  return (all || placement === 'query-brackets') && bracketKey.test(name);
}

/** The filter in the request, or null if there is none in a place that is read. */
export function placedFilter(
  request: { readonly query: URLSearchParams; readonly body: string },
  placement: Dialect['filterPlacement'],
): Outcome<unknown> {
  const all = placement === 'all';
  const text = request.query.get('filter');
  if ((all || placement === 'query-json') && text !== null) return parsedJson(text);
  if (all || placement === 'query-brackets') {
    const brackets = bracketFilter(request.query);
    if (brackets !== null) return accepted(brackets);
  }
  if ((all || placement === 'body-json') && request.body !== '') {
    const body = parsedJson(request.body);
    if (!body.ok) return body;
    const isObject = typeof body.value === 'object' && body.value !== null;
    return accepted(isObject && 'filter' in body.value ? body.value.filter : null);
  }
  return accepted(null);
}

function parsedJson(text: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return accepted(value);
  } catch {
    return refused('invalid-query', 'filter is not JSON');
  }
}

function bracketFilter(query: URLSearchParams): Record<string, unknown> | null {
  const filter = new Map<string, unknown>();
  for (const [name, value] of query) {
    const match = bracketKey.exec(name);
    const field = match?.[1];
    if (match === null || field === undefined) continue;
    const inner = match[2];
    const known = filter.get(field);
    if (inner === undefined) filter.set(field, value);
    else if (inner === '' || /^\d+$/.test(inner)) {
      filter.set(field, Array.isArray(known) ? [...known, value] : [value]);
    } else {
      filter.set(field, {
        ...(typeof known === 'object' && !Array.isArray(known) ? known : {}),
        [inner]: value,
      });
    }
  }
  return filter.size === 0 ? null : Object.fromEntries(filter);
}
