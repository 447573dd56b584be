/** Checks which parts of a target file work. */
import { systemClock, Unmet } from '@outreach-api/engine';
import { waitForTarget } from '../session/check-target.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { unsetVariable } from '../target/read-target-file.ts';
import type { Target } from '../target/target.ts';
import { examineCredentials } from './examine-credentials.ts';
import { examineFixtures } from './examine-fixtures.ts';
import { examineList } from './examine-list.ts';
import { examinePermissions } from './examine-permissions.ts';
import { examineReceiver } from './examine-receiver.ts';
import type { Examination, Finding } from './finding.ts';

/** The subject of the finding on the first request. */
const reached = 'baseUrl, token';

/**
 * Checks which parts of a target file work. Nothing is changed on a conforming target.
 *
 * @param waitSeconds - how long to wait for a target that does not answer yet
 */
export async function examineTarget(session: Session, waitSeconds = 0): Promise<Examination> {
  const { target } = session;
  const unset = unsetIn(target);
  if (unset.length > 0) return { findings: unset, usable: target, revealed: null };
  const list = await plainList(session, waitSeconds);
  if (typeof list === 'string')
    return { findings: [{ state: 'FAILS', what: reached, text: list }], usable: target, revealed: null };
  const at = systemClock.date().getTime();
  const credentials = await examineCredentials(session, list);
  const fixtures = await examineFixtures(session);
  const receiver = await examineReceiver(session);
  const use = await useByOthers(session);
  const permissions = await examinePermissions(session);
  const shown = await examineList(session, list, at);
  return {
    findings: [
      { state: 'works', what: reached, text: `the list of webhooks is answered ${list.status}` },
      ...credentials.findings,
      ...fixtures.findings,
      provisionOf(target),
      ...receiver.findings,
      ...use,
      ...permissions,
      ...shown.findings,
    ],
    usable: {
      ...credentials.usable,
      fixtures: fixtures.usable.fixtures,
      allow: receiver.usable.allow,
    },
    revealed: shown.revealed,
  };
}

/** The plain list of webhooks, or why nothing can be judged. */
async function plainList(session: Session, waitSeconds: number): Promise<Answer | string> {
  try {
    await waitForTarget(session, waitSeconds);
    return await session.api.listWebhooks();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.replace(`${session.target.baseUrl} `, '');
    if (error instanceof Unmet) return error.message;
    throw error;
  }
}

/** Whether another run is using the profiles that may be updated. */
async function useByOthers({ state, target }: Session): Promise<readonly Finding[]> {
  const what = 'account';
  if (!target.allow.updates || target.fixtures.senderProfiles.length === 0) return [];
  try {
    await state.profiles.find(target.fixtures.senderProfiles, state.clock);
    return [{ state: 'works', what, text: 'no other run is seen to use its sender profiles' }];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [{ state: 'FAILS', what, text: error.message }];
  }
}

/** Without these nothing can be sent. */
function unsetIn({ token, headers }: Target): readonly Finding[] {
  const sent = [
    ['token', token] as const,
    ...Object.entries(headers).map(([name, value]) => [`headers.${name}`, value] as const),
  ];
  return sent.flatMap(([what, value]) => {
    const variable = unsetVariable(value);
    return variable === null ? [] : [{ state: 'FAILS' as const, what, text: `${variable} is not set` }];
  });
}

function provisionOf({ provision }: Target): Finding {
  const what = 'provision';
  return provision === null
    ? { state: 'not given', what, text: '' }
    : { state: 'works', what, text: 'can be loaded; it is not called' };
}
