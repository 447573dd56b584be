/** The filter of a request, wherever it is placed; the description does not say where it goes. */
import { isRecord } from '../../records/is-record.ts';
import { sentIn } from '../../records/exchange-seen.ts';
import type { ClientExchange } from '../client-exchange.ts';

/** The filter that a request carries; undefined if it carries none, or none that can be read. */
export function filterIn({ path, body }: ClientExchange): unknown {
  const query = [...new URLSearchParams(path.split('?')[1] ?? '')];
  const json = query.find(([name]) => name === 'filter')?.[1];
  if (json !== undefined) return /^\s*[[{"]/.test(json) ? parsed(json) : undefined;
  const brackets = query.filter(([name]) => name.startsWith('filter['));
  if (brackets.length > 0) return inBrackets(brackets);
  const sent = sentIn(body);
  return isRecord(sent) ? sent['filter'] : undefined;
}

/** `filter[a]=1`, `filter[a][<]=2`, `filter[a][]=x`, `filter[a][0]=x`: each field with its condition. */
function inBrackets(parameters: readonly (readonly [name: string, value: string])[]): unknown {
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
