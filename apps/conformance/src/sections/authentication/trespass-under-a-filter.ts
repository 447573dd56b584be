/** Tries to list webhooks under a filter without permission (Filtering; Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet } from '../../engine/unmet.ts';
import { filterGround } from '../filtering/filterable-fields.ts';
import { readPage } from '../../records/page.ts';
import { eachAlone, type Trespassers, type TrespassSeen } from './trespass.ts';
import { attemptsOf, firstsOnLists, provided } from './trespass-on-reads.ts';
import { filterRequest } from '../filtering/filter-request.ts';

/**
 * Tries to list webhooks without permission under a filter that one of them matches: a filtered list may bypass
 * the credential check. The first intruder of each kind tries: any that gets through uses a gap in the filters.
 */
export const trespassUnderAFilter = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-under-a-filter',
  reads: ['webhooks'],
  given: fc.constantFrom(...firstsOnLists).map((name): Trespassers => [name]),
  first: [firstsOnLists],
  runs: 0,
  smaller: eachAlone,
  probe: async (trespassers, session) => {
    const all = provided(trespassers, session);
    const { list, placement } = await filterGround(session);
    const operand = list.records.map(({ uuid }) => uuid).find((uuid) => typeof uuid === 'string');
    if (operand === undefined) throw new Unmet('this account has no webhook to filter by its uuid');
    const request = filterRequest(placement, 'uuid', { form: 'scalar', value: operand }, []);
    readPage(await session.api.control.listWebhooks(request));
    const attempts = await attemptsOf(all, session, async (api) => api.listWebhooks(request));
    return { operation: 'listWebhooks', attempts: attempts.map(({ attempt }) => attempt) };
  },
});
