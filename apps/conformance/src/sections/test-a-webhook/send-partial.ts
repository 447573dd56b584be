/** Sends a webhook test that lacks required fields (Test a webhook). */
import { randomUUID } from 'node:crypto';
import { eventually, Unmet } from '@outreach-api/engine';
import { failurePasses } from '@outreach-api/model/bounds';
import { classOf, mayPass } from '@outreach-api/model/records/answer-class';
import { readPage } from '@outreach-api/model/records/page';
import type { Mailbox } from '@outreach-api/wire/receiver';
import { lastKeyOf } from '../../account/first-key.ts';
import { knownWebhook, namedEvent, type KnownWebhook } from '../../account/known-webhook.ts';
import type { PartialTest, PartialTestSeen } from '../../rules/breaches/test-a-webhook.ts';
import type { Api } from '../../session/api.ts';
import type { SentPartialTest } from '../../session/late-calls.ts';
import type { Session } from '../../session/session.ts';
import { someWebhooks } from '../list-webhooks/made-webhooks.ts';
import type { MadeWebhook } from '../list-webhooks/webhooks-seen.ts';
import { isUuidAlone } from './tests-seen.ts';

/** Sends a test with its own target address. */
export async function sendPartial(test: PartialTest, session: Session): Promise<SentPartialTest> {
  const { lacks, request_method } = test;
  const known = test.uuid === 'known' ? await knownWebhook.in(session) : null;
  const own = lacks.includes('target_url') ? null : (await session.receiver()).open('/partial', 208);
  const uuid = await uuidOf(test, session, known);
  const api = senderOf(test, session);
  // A key that is accepted nowhere, before or after, is rightly refused here.
  if (test.by !== undefined) readPage(await api.control.pageOfList());
  const stored = known?.stored ?? null;
  const from = callsOf(stored);
  const body = {
    ...(uuid === null ? {} : { uuid }),
    ...(lacks.includes('event') ? {} : { event: namedEvent }),
    ...(lacks.includes('request_method') ? {} : { request_method }),
    ...(own === null ? {} : { target_url: own.url }),
  };
  // A service that takes one write at a time may be busy with another's.
  const { last } = await eventually(
    session.state,
    failurePasses,
    async () => api.testWebhook(body, test.uuid === 'known'),
    (answer) => !isUuidAlone(test) || !mayPass(classOf(answer)),
  );
  const { ok, status } = last;
  if (!ok && status !== 422) {
    if (test.by !== undefined) readPage(await api.control.listWebhooks());
    if (test.by !== undefined && isUuidAlone(test)) await mustMakeTests(api, status, session);
  }
  const since = session.clock.now();
  const seenWith = (calls: number): PartialTestSeen => ({
    test,
    accepted: ok,
    status,
    uuid,
    url: own?.url ?? null,
    calls,
    waitedMs: session.clock.now() - since,
  });
  return {
    test,
    seen: () => seenWith(callsOf(own) + callsOf(stored) - from),
    seenLate: () => seenWith(callsOf(own)),
  };
}

/** @throws Unmet if a key is refused the full test, too, with the same status: it may make no tests at all */
async function mustMakeTests(api: Api, refusal: number, session: Session): Promise<void> {
  const { url } = (await session.receiver()).open('/full-by-this-key', 200);
  const { ok, status } = await api.testWebhook({
    event: namedEvent,
    request_method: 'POST',
    target_url: url,
  });
  if (!ok && status === refusal) throw new Unmet(`a key is refused every webhook test with ${status}`);
}

function senderOf({ by, uuid }: PartialTest, session: Session): Api {
  // A framework may answer otherwise whoever does not ask for JSON.
  if (uuid === 'profile') return session.api.with({ headers: { accept: '*/*' } });
  if (by !== 'a created key') return by === 'another account' ? session.otherAccount : session.api;
  const key = lastKeyOf(session);
  if (key === null) throw new Unmet('no API key was created in this run');
  return session.as(key);
}

/** How many calls have come to an address; none where there is none. */
export function callsOf(mailbox: Mailbox | null): number {
  return mailbox?.calls.length ?? 0;
}

async function uuidOf(
  { uuid, letters }: PartialTest,
  session: Session,
  known: KnownWebhook | null,
): Promise<string | null> {
  const { fixtures } = session;
  const sent = {
    none: () => null,
    fresh: randomUUID,
    known: () => known?.uuid ?? null,
    deleted: () => fixtures.deletedWebhooks.at(-1) ?? null,
    profile: async () => (await fixtures.senderProfiles())[0] ?? null,
    'of another method': async () => (await ofAnotherMethod(session))?.uuid ?? null,
  };
  const found = await sent[uuid]();
  if (found === null && uuid === 'known') throw new Unmet(noKnownWebhook);
  if (found === null && uuid === 'of another method')
    throw new Unmet('no webhook of another method than POST can be made');
  if (found === null && uuid === 'deleted') throw new Unmet('no webhook was deleted and confirmed gone');
  return letters === 'upper' ? (found?.toUpperCase() ?? null) : found;
}

/** A webhook whose calls need no payload, so that a service may test it as it is stored. */
async function ofAnotherMethod(session: Session): Promise<MadeWebhook | undefined> {
  return (await someWebhooks.in(session)).find(({ kind }) => kind === 'another method');
}

/** Why tests that name a webhook cannot be judged. */
const noKnownWebhook =
  'no webhook is known that may be named in a test (`provision` with createWebhook, or a listed uuid in `fixtures.disposableWebhooks`)';
