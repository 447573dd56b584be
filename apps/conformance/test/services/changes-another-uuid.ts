/** A deletion that gives another record a new uuid. */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Gateway } from '../judge-sandbox.ts';

const list = '/integrations/api/webhooks';

/** Deleting a webhook gives another, otherwise unchanged one a new uuid. */
export const changesAnotherUuid: Gateway = async (request, pass, sandbox) => {
  const answer = await pass(request);
  if (request.method !== 'DELETE' || !answer.ok || !request.url.includes(list)) return answer;
  const { origin } = new URL(request.url);
  const authorization = `Bearer ${sandbox.accounts[0].token}`;
  const listed: unknown = await (
    await pass(new Request(`${origin}${list}?limit=1`, { headers: { authorization } }))
  ).json();
  const data: unknown = isRecord(listed) ? listed['data'] : null;
  const record: unknown = Array.isArray(data) ? data[0] : null;
  if (!isRecord(record)) return answer;
  const { uuid, event, request_method, target_url } = record;
  await pass(
    new Request(`${origin}${list}/${String(uuid)}`, { method: 'DELETE', headers: { authorization } }),
  );
  sandbox.createWebhook(0, {
    event: String(event),
    request_method: String(request_method),
    target_url: String(target_url),
  });
  return answer;
};
