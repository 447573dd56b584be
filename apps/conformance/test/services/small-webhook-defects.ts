/** Defects of the small service in its webhook operations, each with the statement that it breaks. */
import { callDefects } from './small-webhook-call-defects.ts';
import { calling, defaults, isLone, type Defect } from './small-webhook-defect.ts';
import { plainHabits, type SmallHabits, type SmallWebhook } from './small-webhook-service.ts';

/** Defects, and the statements that they break. */
export const webhookDefects: readonly Defect[] = [
  ...callDefects,
  [
    'an address with escaped letters is refused',
    'TEST-02',
    {
      refusal: (body, data) =>
        /%[89a-f]/i.test(String(body['target_url'])) ? { status: 400 } : plainHabits.refusal(body, data),
    },
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
  [
    'a PUT for a webhook is always answered 200',
    'TEST-04',
    {
      answer: (responses, body) =>
        body['request_method'] === 'PUT' && 'uuid' in body
          ? { status: 200, body: { ok: true } }
          : plainHabits.answer(responses, body),
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
          data.callAsWell({ method: 'GET', url: String(body['target_url']) });
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
  [
    'a webhook is removed after three failing tests in a row',
    'TEST-07',
    (() => {
      const failures = new Map<unknown, number>();
      const isLeft = ({ uuid }: SmallWebhook): boolean => (failures.get(uuid) ?? 0) < 3;
      return {
        answer: (responses, body) => {
          const hasFailed = responses.some(({ status }) => status > 299);
          const count = failures.get(body['uuid']) ?? 0;
          if (count < 3) failures.set(body['uuid'], hasFailed ? count + 1 : 0);
          return plainHabits.answer(responses, body);
        },
        shown: ({ webhooks }) => webhooks.filter(isLeft).map((webhook) => ({ ...webhook })),
        total: ({ webhooks }) => webhooks.filter(isLeft).length,
      } satisfies Partial<SmallHabits>;
    })(),
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
        setTimeout(() => {
          data.callAsWell({ method: String(body['request_method']), url });
        }, 300);
        return plainHabits.calls(body, data);
      },
    },
    // The second call carries nothing.
    ['TEST-08'],
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
    // Of two concurrent deletions, one also removes the other's webhook.
    ['DEL-01'],
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
