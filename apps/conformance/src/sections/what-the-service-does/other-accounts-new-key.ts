/** Lists webhooks with a key that another account has just created (Create an API key; Authentication). */
import * as fc from 'fast-check';
import { whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { createdCredentialIn } from '../../account/made-key.ts';
import { teamOf } from '../../account/own-team.ts';
import { identityOf, pageIn, readPage } from '@outreach-api/model/records/page';
import type { MadeKey } from '../../session/session-state.ts';
import type { Session } from '../../session/session.ts';
import type { ListRequest } from '../../session/api-options.ts';
import { newKeyOfAnotherAccount } from '../authentication/new-key-of-another.ts';
import { filtered, ownWebhooks, uuidsOf, type OtherWindow } from '../authentication/other-accounts-list.ts';
import type { OtherListSeen } from '../authentication/trespass.ts';
import { knownPlacement } from '../filtering/filterable-fields.ts';

export const otherAccountsNewKey = defineExperiment<OtherWindow, OtherListSeen>({
  name: 'other-accounts-new-key',
  does: 'lists webhooks with a key that another account has just created, also under a filter for a webhook of this account',
  needs: ['otherAccountToken', 'createApiKeys'],
  // After the experiments that need keys more.
  phase: 'late',
  reads: ['keys', 'webhooks'],
  given: fc.constant({ limit: null, page: null }),
  first: [{ limit: null, page: null }],
  runs: 0,
  probe: async (_, session) => {
    // Some that existed at the start have been deleted by now, and others created.
    const still = readPage(await session.api.control.listWebhooks()).data;
    const own = [...(await ownWebhooks(session)), ...uuidsOf(still)];
    const api = session.as(await newKeyOfAnotherAccount(session));
    const { data } = readPage(await api.listWebhooks());
    const underAFilter = await knownPlacement(session)
      .then((placement) => filtered('uuid', [], placement, still))
      .catch(whereUnmet<ListRequest | null>(null));
    const found = underAFilter === null ? undefined : pageIn((await api.listWebhooks(underAFilter)).json);
    const shown = [...data, ...(found?.data ?? [])].map(identityOf);
    return { own, byNewKey: true, shown, ...(await seenByOurNewKey(session)) };
  },
});

/** What our last key lists, and the other account, if their records name different teams: then nothing is shared. */
async function seenByOurNewKey(
  session: Session,
): Promise<Pick<OtherListSeen, 'theirs' | 'shownToOurNewKey'>> {
  const { creations, keys } = session.state;
  const key = lastKeyOf(session);
  const ours = teamOfLast(creations);
  const theirs = teamOfLast(keys.filter(({ by }) => by === 'other account'));
  if (key === null || ours === null || theirs === null || ours === theirs) return {};
  const answers = await Promise.all([
    session.otherAccount.control.listWebhooks(),
    session.as(key).listWebhooks(),
  ]);
  const [byOther = [], byOurs = []] = answers.map((answer) => uuidsOf(pageIn(answer.json)?.data ?? []));
  return { theirs: byOther, shownToOurNewKey: byOurs };
}

/** The team that the record of the last of these keys names; null if it names none. */
function teamOfLast(keys: readonly MadeKey[]): number | null {
  return teamOf(keys.findLast(({ answer }) => createdCredentialIn(answer) !== null)?.answer.json);
}
