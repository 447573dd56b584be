/** Asks for records by their uuids in other letters (RFC 9562: a uuid is the same in each case). */
import type { Answer } from '../records/exchange.ts';
import { uuidSpellings } from '../records/uuid-spelling.ts';
import type { Api } from '../session/api.ts';

/** The same operations, uuids written in other letters. */
export function inOtherLetters(api: Api): Api {
  return api.with({ spelled: uuidSpellings['the uuid in other letters'] });
}

/** Asks so first; a server that does not know a uuid so refuses, and is asked as usual. */
export async function firstInOtherLetters(api: Api, ask: (api: Api) => Promise<Answer>): Promise<Answer> {
  const answer = await ask(inOtherLetters(api));
  return answer.ok ? answer : ask(api);
}
