/** Checks, by requests that a conforming target refuses, whether the key may do what the target file allows. */
import { Unmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { randomUUID } from 'node:crypto';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Api } from '../session/api.ts';
import type { Session } from '../session/session.ts';
import type { Need } from '../rules/needs.ts';
import { isMet } from '../target/needs.ts';
import type { Finding } from './finding.ts';

/** A request that a conforming target refuses, whoever sends it. */
interface Trial {
  readonly need: Need;
  /** What the key must be permitted to do. */
  readonly doing: string;
  /** The request, in words. */
  readonly asked: string;
  ask(api: Api, uuid: string): Promise<Answer>;
  /** A read that is refused for the same reason, permission aside; null if there is none. */
  readonly control: ((api: Api, uuid: string) => Promise<Answer>) | null;
}

const readOfUnknown = async (api: Api, uuid: string): Promise<Answer> => api.control.getSenderProfile(uuid);

const trials: readonly Trial[] = [
  {
    need: 'createApiKeys',
    doing: 'create API keys',
    asked: 'a creation without a name',
    ask: async (api) => api.createApiKey({}),
    control: null,
  },
  {
    need: 'deliveries',
    doing: 'test webhooks',
    asked: 'a test of nothing but an unknown uuid',
    ask: async (api, uuid) => api.testWebhook({ uuid }),
    control: null,
  },
  {
    need: 'updates',
    doing: 'update sender profiles',
    asked: 'an update of an unknown uuid',
    ask: async (api, uuid) => api.updateSenderProfile(uuid, { label: 'conformance' }),
    control: readOfUnknown,
  },
  {
    need: 'deletes',
    doing: 'delete sender profiles',
    asked: 'a deletion of an unknown uuid',
    ask: async (api, uuid) => api.deleteSenderProfile(uuid),
    control: readOfUnknown,
  },
];

/**
 * Checks whether the key may do what the target file allows. Sends only requests that a conforming target refuses, and
 * only for what the target file allows: a target that carries them out changes nothing that its owner did not permit.
 */
export async function examinePermissions(session: Session): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const trial of trials)
    if (isMet(trial.need, session.target)) findings.push(await findingOf(trial, session));
  return findings;
}

async function findingOf(trial: Trial, { api }: Session): Promise<Finding> {
  const { need, doing, asked } = trial;
  const what = `allow.${need}`;
  const uuid = randomUUID();
  try {
    const answer = await trial.ask(api, uuid);
    const { ok, status } = answer;
    if (ok) return { state: 'note', what, text: `${asked} is accepted (${status}): rules will fail` };
    if (!isDenied(answer))
      return { state: 'works', what, text: `${asked} is refused with ${status}, not for lack of permission` };
    const control = (await trial.control?.(api, uuid)) ?? null;
    if (control !== null && isDenied(control))
      return {
        state: 'note',
        what,
        text: `not determined: ${asked} is refused with ${status}, and so is a read of it (${control.status})`,
      };
    return { state: 'FAILS', what, text: `${asked} is refused with ${status}: may this key ${doing}?` };
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    return { state: 'note', what, text: `not determined: ${error.message}` };
  }
}

function isDenied(answer: Answer): boolean {
  return classOf(answer).concerns === 'the caller';
}
