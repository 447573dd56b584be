/** Requests records by their uuids in other letter cases (RFC 9562: a uuid is the same in each case). */
import type { Answer } from '@outreach-api/model/records/exchange';
import { uuidSpellings } from '@outreach-api/model/records/uuid-spelling';
import type { Api } from '../session/api.ts';

/** The same operations, with uuids written in another letter case. */
export function inOtherCase(api: Api): Api {
  return api.with({ spelled: uuidSpellings['the uuid in other letters'] });
}

/** Tries another letter case first; if the server refuses that, requests as usual. */
export async function inOtherCaseFirst(api: Api, ask: (api: Api) => Promise<Answer>): Promise<Answer> {
  const answer = await ask(inOtherCase(api));
  return answer.ok ? answer : ask(api);
}
