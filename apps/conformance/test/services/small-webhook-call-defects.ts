/** Defects of the small service in what it lists, which targets it calls and how: HOOK and TEST-01 to TEST-03. */
import { alter, calling, isLone, type Defect } from './small-webhook-defect.ts';
import { plainHabits } from './small-webhook-service.ts';

/** Defects, and the statements that they break. */
export const callDefects: readonly Defect[] = [
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
];
