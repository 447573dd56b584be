/** Judges a service of books by its address. */
import { runUnrestricted, type LoneRun } from '@outreach-api/engine';
import { rules, type Ask, type Books } from './book-rules.ts';

/** The verdicts of all rules on the service. */
export async function judgeBooks(
  url: string,
  { seed = 1, onRun }: { readonly seed?: number; readonly onRun?: (run: LoneRun<Books>) => void } = {},
) {
  const open = (run: LoneRun<Books>): Ask => {
    onRun?.(run);
    return async (method, path, body) => {
      const response = await fetch(`${url}${path}`, { method, ...(body === undefined ? {} : { body }) });
      const answer: unknown = await response.json();
      run.exchanges.push({ request: `${method} ${path}`, answer });
      return answer;
    };
  };
  return runUnrestricted(rules, { open, resources: ['titles'], seed });
}
