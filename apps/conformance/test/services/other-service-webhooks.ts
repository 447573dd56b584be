/** Tests and deletes webhooks of the other service. */
import type { Delivery } from '@outreach-api/sandbox';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { further, type OtherAccount, type OtherState, type Reply } from './other-service-state.ts';

type CallOfTest = Pick<Delivery, 'event' | 'payload'>;

const withBody = ['POST', 'PUT', 'PATCH'];

/** Test a webhook. */
export async function testWebhook(state: OtherState, body: JsonObject): Promise<Reply> {
  const { fault, behaviour } = state;
  if (Object.keys(body).join(',') === 'uuid') return { status: 422, text: 'only a uuid' };
  const { uuid, event, request_method: method, target_url: target } = body;
  const isComplete =
    typeof event === 'string' &&
    typeof method === 'string' &&
    typeof target === 'string' &&
    (uuid === undefined || typeof uuid === 'string');
  if (!isComplete || !URL.canParse(target) || !behaviour.deliveries.includes(method))
    return { status: behaviour.refusals.malformed, text: '' };
  const url = new URL(target);
  if (url.protocol !== 'http:') return { status: behaviour.refusals.malformed, text: 'http only' };
  if (fault === 'the query is dropped in the call') url.search = '';
  const carries = withBody.includes(method) && !(fault === 'a PUT carries no payload' && method === 'PUT');
  const payload = carries ? JSON.stringify({ kind: event, sample: { to: 'someone@example.com' } }) : null;
  let answered = await called(state, method, url.href, { event, payload });
  if (fault === 'a call that was taken is sent again' && answered !== null && answered.status < 300)
    answered = await called(state, method, url.href, { event, payload });
  if (answered === null) return { status: 424, text: 'nobody answered' };
  if (behaviour.testAnswer === 'status only')
    return { status: behaviour.statuses.test, json: { ...further(state), http: answered.status } };
  return answered;
}

/** Delete a webhook: a moment later if answered with 202, otherwise at once. */
export function deleteWebhook(state: OtherState, account: OtherAccount, id: string): Reply {
  const { behaviour, fault } = state;
  const uuid = id.toUpperCase();
  const webhook = account.webhooks.get(uuid);
  if (webhook === undefined) {
    if (fault === "another account's delete is answered 404 and done")
      for (const { webhooks } of state.accounts) webhooks.delete(uuid);
    return { status: account.gone.has(uuid) ? behaviour.refusals.gone : 404, text: 'nothing here' };
  }
  const taken = [...account.webhooks.values()].filter(
    (one) =>
      one.uuid === uuid ||
      (fault === 'a delete takes those of the same address' && one.target_url === webhook.target_url),
  );
  const take = (): void => {
    for (const one of taken) account.webhooks.delete(one.uuid);
    account.gone.set(uuid, null);
  };
  if (behaviour.statuses.webhookDeleted === 202) setTimeout(take, behaviour.deletesAfterMs);
  else take();
  return { status: behaviour.statuses.webhookDeleted, text: '' };
}

/** Calls a target once; null if it does not answer. */
async function called(
  { call }: OtherState,
  method: string,
  url: string,
  test: CallOfTest,
): Promise<Reply | null> {
  const result = await call({ method, url, ...test });
  return result.kind === 'failed'
    ? null
    : { status: result.status, text: Buffer.from(result.body).toString(), type: String(result.type) };
}
