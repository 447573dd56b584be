/** Lists webhooks without a credential while the owner does (Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { Disturbed } from '../../engine/unmet.ts';
import { noCredential } from '../../credentials/credential.ts';
import { readPage } from '../../records/page.ts';
import { openConnections } from '../../account/open-connections.ts';
import { mustBeAllowed } from './intruders.ts';
import type { Trespassers, TrespassSeen } from './trespass.ts';
import { apartMs, attemptsOf } from './trespass-on-reads.ts';

const nobody: Trespassers = [noCredential.name];

/**
 * Lists webhooks without a credential while the owner's identical request is in progress: some servers share one
 * answer among identical requests. No other list request is in progress then that it could share an answer with.
 */
export const trespassUnderWay = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-under-way',
  changes: ['webhooks'],
  given: fc.constant(nobody),
  first: [nobody],
  runs: 0,
  probe: async (trespassers, session) => {
    mustBeAllowed(trespassers, session);
    readPage(await openConnections(session, 2));
    const [control, attempts] = await Promise.all(
      session.simultaneously(
        [
          async ({ api }) => api.control.listWebhooks(),
          async (own) => attemptsOf(trespassers, own, async (api) => api.listWebhooks()),
        ],
        apartMs,
      ),
    );
    if (!control.ok) throw new Disturbed(`the owner's list request was refused with ${control.status}`);
    return { operation: 'listWebhooks', attempts: attempts.map(({ attempt }) => attempt) };
  },
});
