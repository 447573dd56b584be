/** The filter of a request, wherever it is placed; the description does not say where it goes. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { isRecord } from '@outreach-api/model/records/is-record';
import { sentIn } from '@outreach-api/model/records/exchange-seen';
import type { ClientExchange } from '../client-exchange.ts';

/** The filter that a request carries. */
export type SentFilter =
  /** As JSON: each value has a type. */
  | { readonly kind: 'json'; readonly filter: unknown }
  /** In parameters with brackets: every value is a text. */
  | { readonly kind: 'texts'; readonly filter: Readonly<Record<string, unknown>> }
  /** Nothing in the request can be a filter. */
  | { readonly kind: 'none' }
  /** Something in the request may be a filter, in a form or place that is unknown here. */
  | { readonly kind: 'unreadable' };

/** The filter that a request carries. */
export function filterIn({ path, body }: Pick<ClientExchange, 'path' | 'body'>): SentFilter {
  const query = [...new URLSearchParams(path.split('?')[1] ?? '')];
  const json = query.find(([name]) => name === 'filter')?.[1];
  if (json !== undefined) {
    const filter = /^\s*[[{"]/.test(json) ? parsedJson(json) : undefined;
    return filter === undefined ? { kind: 'unreadable' } : { kind: 'json', filter };
  }
  const brackets = query.filter(([name]) => name.startsWith('filter['));
  if (brackets.length > 0) return { kind: 'texts', filter: inBrackets(brackets) };
  const sent = sentIn(body);
  if (isRecord(sent) && 'filter' in sent) return { kind: 'json', filter: sent['filter'] };
  const isPlain = query.every(([name]) => name === 'limit' || name === 'offset');
  return { kind: isPlain && (body === null || body === '') ? 'none' : 'unreadable' };
}

/** `filter[a]=1`, `filter[a][<]=2`, `filter[a][]=x`, `filter[a][0]=x`: each field with its condition. */
function inBrackets(
  parameters: readonly (readonly [name: string, value: string])[],
): Readonly<Record<string, unknown>> {
  const fields = Map.groupBy(parameters, ([name]) => /^filter\[([^\]]*)\]/.exec(name)?.[1] ?? '');
  return Object.fromEntries(
    [...fields].map(([field, own]) => {
      const keys = own.map(([name]) => /^filter\[[^\]]*\]\[([^\]]*)\]$/.exec(name)?.[1] ?? null);
      const values = own.map(([, value]) => value);
      if (keys.every((key) => key !== null && /^\d*$/.test(key))) return [field, values];
      if (keys.every((key) => key !== null))
        return [field, Object.fromEntries(keys.map((key, at) => [key ?? '', values[at]]))];
      return [field, values.length === 1 ? values[0] : values];
    }),
  );
}
