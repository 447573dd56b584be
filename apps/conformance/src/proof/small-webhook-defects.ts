/** Defects of the small service in its webhook operations, each with the statement that it breaks. */
import { plainHabits, type SmallHabits, type SmallWebhook } from './small-webhook-service.ts';

function alter(
  change: (
    webhook: SmallWebhook,
    index: number,
    all: readonly SmallWebhook[],
  ) => Partial<Record<keyof SmallWebhook, unknown>>,
): Partial<SmallHabits> {
  return { shown: ({ webhooks }) => webhooks.map((webhook, index) => change(webhook, index, webhooks)) };
}

function calling(
  change: (
    call: ReturnType<SmallHabits['calls']>[number],
    body: Record<string, unknown>,
  ) => Partial<ReturnType<SmallHabits['calls']>[number]>,
): Partial<SmallHabits> {
  return {
    calls: (body, data) => plainHabits.calls(body, data).map((call) => ({ ...call, ...change(call, body) })),
  };
}

function isLone(body: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(body).join(',') === 'uuid';
}

function defaults(
  body: Readonly<Record<string, unknown>>,
  given: Partial<SmallWebhook>,
): Partial<SmallHabits> {
  return {
    refusal: (sent, data) => plainHabits.refusal(isLone(sent) ? sent : { ...given, ...sent }, data),
    calls: (sent, data) => plainHabits.calls({ ...body, ...given, ...sent }, data),
  };
}

/** A defect by its name, the statement that it breaks, and others that break with it. */
type Broken = readonly [name: string, breaks: string, habits: Partial<SmallHabits>, also?: readonly string[]];

/** Defects, and the statements that they break. */
export const webhookDefects: readonly Broken[] = [
  [
    'the last record has no event',
    'HOOK-01',
    alter(({ event, ...rest }, index, all) => (index === all.length - 1 ? rest : { event, ...rest })),
  ],
  [
    'one uuid has no hyphens',
    'HOOK-01',
    alter((webhook, index) =>
      index === 11 ? { ...webhook, uuid: webhook.uuid.replaceAll('-', '') } : webhook,
    ),
    ['DEL-02'],
  ],
  [
    'a null target_url',
    'HOOK-01',
    alter((webhook, index) => (index === 3 ? { ...webhook, target_url: null } : webhook)),
  ],
  [
    'only POST webhooks are listed',
    'HOOK-02',
    {
      shown: ({ webhooks }) =>
        webhooks.filter(({ request_method }) => request_method === 'POST').map((webhook) => ({ ...webhook })),
    },
    ['DEL-01'],
  ],
  [
    'two records far apart share a uuid',
    'HOOK-03',
    alter((webhook, index, all) => (index === 21 ? { ...webhook, uuid: all[2]?.uuid ?? '' } : webhook)),
  ],
  [
    'uuid alone is 400',
    'TEST-01',
    { refusal: (body, data) => (isLone(body) ? { status: 400 } : plainHabits.refusal(body, data)) },
  ],
  [
    'uuid alone of a webhook is 200',
    'TEST-01',
    {
      refusal: (body, data) =>
        isLone(body) && data.webhooks.some(({ uuid }) => uuid === body['uuid'])
          ? { status: 200 }
          : plainHabits.refusal(body, data),
    },
    ['TEST-05'],
  ],
  [
    'uuid alone of no webhook is 404',
    'TEST-01',
    {
      refusal: (body, data) =>
        isLone(body) && !data.webhooks.some(({ uuid }) => uuid === body['uuid'])
          ? { status: 404 }
          : plainHabits.refusal(body, data),
    },
  ],
  [
    'nothing is called',
    'TEST-02',
    { calls: () => [], answer: () => ({ status: 200, body: { status: 200 } }) },
  ],
  ['the query is dropped', 'TEST-02', calling(({ url }) => ({ url: url.replace(/\?.*/, '') }))],
  [
    'the query is dropped for one method',
    'TEST-02',
    calling(({ url, method }) => (method === 'DELETE' ? { url: url.replace(/\?.*/, '') } : {})),
  ],
  ['the path is in lower case', 'TEST-02', calling(({ url }) => ({ url: url.toLowerCase() }))],
  [
    'repeated names are merged',
    'TEST-02',
    calling(({ url }) => {
      const whole = new URL(url);
      whole.search = new URLSearchParams(Object.fromEntries(whole.searchParams)).toString();
      return { url: whole.href };
    }),
  ],
  ['always POST', 'TEST-03', calling(() => ({ method: 'POST', body: '{"event":"x"}' }))],
  ['always GET', 'TEST-03', calling(() => ({ method: 'GET', body: null }))],
  [
    'PATCH goes out as PUT',
    'TEST-03',
    calling(({ method }) => (method === 'PATCH' ? { method: 'PUT' } : {})),
  ],
  [
    'only POST is taken',
    'TEST-03',
    {
      refusal: (body, data) =>
        plainHabits.refusal(body, data) ?? (body['request_method'] === 'POST' ? null : { status: 422 }),
    },
  ],
  [
    'POST is refused',
    'TEST-03',
    {
      refusal: (body, data) =>
        plainHabits.refusal(body, data) ?? (body['request_method'] === 'POST' ? { status: 422 } : null),
    },
    ['TEST-02'],
  ],
  ['the answer says nothing', 'TEST-04', { answer: () => ({ status: 200, body: { ok: true } }) }],
  ['the answer always says 200', 'TEST-04', { answer: () => ({ status: 200, body: { status: 200 } }) }],
  ['the answer is the request', 'TEST-04', { answer: (_, body) => ({ status: 200, body }) }],
  [
    'only GET has no response',
    'TEST-04',
    {
      answer: (responses, body) =>
        body['request_method'] === 'GET' ? { status: 200 } : plainHabits.answer(responses, body),
    },
  ],
  ['the method is filled in', 'TEST-05', defaults({}, { request_method: 'POST' })],
  ['the event is filled in', 'TEST-05', defaults({}, { event: 'sender_profile_sent_email' })],
  [
    'what lacks is taken from the webhook',
    'TEST-05',
    {
      refusal: (body, data) =>
        plainHabits.refusal(
          isLone(body) ? body : { ...data.webhooks.find(({ uuid }) => uuid === body['uuid']), ...body },
          data,
        ),
      calls: (body, data) =>
        plainHabits.calls({ ...data.webhooks.find(({ uuid }) => uuid === body['uuid']), ...body }, data),
    },
  ],
  [
    'refused without event, and called all the same',
    'TEST-05',
    {
      refusal: (body, data) => {
        if (!('event' in body) && 'target_url' in body)
          void fetch(String(body['target_url'])).catch(() => undefined);
        return plainHabits.refusal(body, data);
      },
    },
  ],
  [
    'uuid is required',
    'TEST-06',
    { refusal: (body, data) => plainHabits.refusal(body, data) ?? ('uuid' in body ? null : { status: 422 }) },
    ['TEST-03'],
  ],
  [
    'uuid is refused',
    'TEST-06',
    { refusal: (body, data) => plainHabits.refusal(body, data) ?? ('uuid' in body ? { status: 422 } : null) },
  ],
  [
    'a test is stored',
    'TEST-07',
    {
      store: ({ event, request_method, target_url }, data) =>
        void data.webhooks.push({
          uuid: crypto.randomUUID(),
          event: String(event),
          request_method: String(request_method),
          target_url: String(target_url),
        }),
    },
  ],
  [
    'a test with a uuid is stored under it',
    'TEST-07',
    {
      store: ({ uuid, target_url }, data) => {
        for (const webhook of data.webhooks)
          if (webhook.uuid === uuid) webhook.target_url = String(target_url);
      },
    },
  ],
  [
    'a test deletes the webhook',
    'TEST-07',
    {
      store: ({ uuid }, data) =>
        void (data.webhooks = data.webhooks.filter((webhook) => webhook.uuid !== uuid)),
    },
    ['HOOK-02'],
  ],
  ['PUT carries nothing', 'TEST-08', calling(({ method }) => (method === 'PUT' ? { body: '' } : {}))],
  ['the payload is empty', 'TEST-08', calling(({ body }) => (body === null ? {} : { body: '{}' }))],
  [
    'called twice',
    'TEST-09',
    { calls: (body, data) => plainHabits.calls(body, data).flatMap((call) => [call, call]) },
  ],
  [
    'called again after 300 ms',
    'TEST-09',
    {
      calls: (body, data) => {
        const url = String(body['target_url']);
        setTimeout(
          () => void fetch(url, { method: String(body['request_method']) }).catch(() => undefined),
          300,
        );
        return plainHabits.calls(body, data);
      },
    },
  ],
  ['a delete does nothing', 'DEL-01', { remove: () => ({ status: 204 }) }],
  ['a delete is refused', 'DEL-01', { remove: () => ({ status: 403 }) }],
  [
    'a delete is refused and has its effect',
    'DEL-01',
    { remove: (uuid, data) => ({ ...plainHabits.remove(uuid, data), status: 404 }) },
  ],
  [
    'total keeps counting',
    'DEL-01',
    (() => {
      let deleted = 0;
      return {
        remove: (uuid, data) => {
          deleted += 1;
          return plainHabits.remove(uuid, data);
        },
        total: ({ webhooks }) => webhooks.length + deleted,
      } satisfies Partial<SmallHabits>;
    })(),
  ],
  [
    'a delete takes the next one too',
    'DEL-02',
    {
      remove: (uuid, data) => {
        const at = data.webhooks.findIndex((webhook) => webhook.uuid === uuid);
        data.webhooks.splice(at === 0 ? 1 : at - 1, 1);
        return plainHabits.remove(uuid, data);
      },
    },
  ],
  [
    'a delete takes those of the same address',
    'DEL-02',
    {
      remove: (uuid, data) => {
        const address = data.webhooks.find((webhook) => webhook.uuid === uuid)?.target_url;
        data.webhooks = data.webhooks.filter(({ target_url }) => target_url !== address);
        return { status: 204 };
      },
    },
  ],
  [
    'a delete changes another',
    'DEL-02',
    {
      remove: (uuid, data) => {
        const answer = plainHabits.remove(uuid, data);
        Object.assign(data.webhooks[0] ?? {}, { request_method: `POST${data.count}` });
        return answer;
      },
    },
  ],
  [
    'of a test with a uuid the stored address is called',
    'TEST-02',
    {
      calls: (body, data) => {
        const known = data.webhooks.find(({ uuid }) => uuid === body['uuid']);
        return plainHabits.calls({ ...body, target_url: known?.target_url ?? body['target_url'] }, data);
      },
    },
    ['TEST-06'],
  ],
  [
    'no more than 40 webhooks are listed',
    'HOOK-02',
    {
      start: 39,
      shown: ({ webhooks }) => webhooks.slice(0, 40).map((webhook) => ({ ...webhook })),
      total: ({ webhooks }) => Math.min(40, webhooks.length),
    },
    ['DEL-01', 'DEL-02'],
  ],
  [
    'only the first delete has an effect',
    'DEL-01',
    (() => {
      let deleted = false;
      return {
        remove: (uuid, data) => {
          if (deleted) return { status: 204 };
          deleted = true;
          return plainHabits.remove(uuid, data);
        },
      } satisfies Partial<SmallHabits>;
    })(),
  ],
  [
    'what is deleted is still listed in small pages',
    'DEL-01',
    (() => {
      const deleted: SmallWebhook[] = [];
      return {
        remove: (uuid, data) => {
          deleted.push(...data.webhooks.filter((webhook) => webhook.uuid === uuid));
          return plainHabits.remove(uuid, data);
        },
        shown: ({ webhooks }, limit) =>
          (limit < 20 ? [...deleted, ...webhooks] : webhooks).map((webhook) => ({ ...webhook })),
      } satisfies Partial<SmallHabits>;
    })(),
  ],
  [
    'total counts tests',
    'TEST-07',
    (() => {
      let tests = 0;
      return {
        store: () => {
          tests += 1;
        },
        total: ({ webhooks }) => webhooks.length + tests,
      } satisfies Partial<SmallHabits>;
    })(),
  ],
];
