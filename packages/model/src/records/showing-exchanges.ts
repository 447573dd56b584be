/** Finds the exchanges that show a breach. */
import type { Exchange } from './exchange.ts';
import { operationOf } from './operation.ts';
import type { ShownBy } from './shown-by.ts';

/** What precedes these in an address is the base address. */
const servicePath = /\/(?:id|integrations|flows)\/api\/.*$/;

/** The exchanges that fit, in order; see {@link ShownBy}. */
export function showing(shownBy: ShownBy, exchanges: readonly Exchange[]): readonly Exchange[] {
  const fitting = exchanges.filter((exchange) => isShown(shownBy, exchange));
  const { statuses = [] } = shownBy;
  const answeredSo = fitting.filter(({ answer }) => answer !== null && statuses.includes(answer.status));
  return answeredSo.length > 0 ? answeredSo : fitting;
}

/** Whether anything says which exchanges show a breach. */
export function isSelective({ operations, callers, sent, seen, query }: ShownBy): boolean {
  const lists = [operations, callers, sent, seen].some((one) => one !== undefined && one.length > 0);
  return lists || query !== undefined;
}

function isShown({ operations, callers, sent, seen, query }: ShownBy, exchange: Exchange): boolean {
  const { method, url, body } = exchange.request;
  const { pathname, searchParams } = new URL(url);
  const request = [url, decoded(url), body ?? ''];
  const answer = exchange.answer?.text ?? '';
  const operation = operationOf(method, servicePath.exec(pathname)?.[0] ?? pathname);
  return (
    (!operations?.length || operations.some((one) => one === operation)) &&
    (!callers?.length || callers.includes(exchange.caller)) &&
    (!sent?.length || holdsAny(request, sent)) &&
    (!seen?.length || holdsAny([...request, answer], seen)) &&
    Object.entries(query ?? {}).every(
      ([name, value]) => searchParams.get(name) === (value === null ? null : String(value)),
    )
  );
}

/** As text, or as a string in JSON. */
function holdsAny(texts: readonly string[], marks: readonly string[]): boolean {
  return marks
    .filter((mark) => mark !== '')
    .some((mark) => {
      const written = JSON.stringify(mark).slice(1, -1);
      return texts.some((text) => text.includes(mark) || text.includes(written));
    });
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}
