/** Conforming habits of the small service for which the sandbox's dialects have no reading. */
import { plainHabits, type SmallHabits, type SmallResponse } from './small-webhook-service.ts';

/** Conforming habits that the sandbox's dialects do not have. */
export const conformingHabits: Readonly<Record<string, Partial<SmallHabits>>> = {
  'takes any other status than 200 for a failure of the target': {
    answer: ([response]) =>
      response?.status === 200
        ? { status: 200, body: { response: response.text } }
        : { status: 502, body: 'the target failed' },
  },
  'returns the body in base64': {
    answer: ([response]) => ({
      status: 201,
      body: { raw: base64Of(response) },
    }),
  },
  'returns the body in base64 as mail writes it': {
    answer: ([response]) => ({
      status: 200,
      body: base64Of(response).replaceAll(/.{20}/g, '$&\r\n'),
      headers: { 'content-type': 'text/plain' },
    }),
  },
  'returns the body as bytes': {
    answer: ([response]) => ({ status: 200, body: { body: Buffer.from(response?.text ?? '') } }),
  },
  'returns the status in JSON within JSON': {
    answer: ([response]) => ({
      status: 200,
      body: { ok: true, result: JSON.stringify({ status: response?.status }) },
    }),
  },
  'returns the status in a stream of events': {
    answer: ([response]) => ({
      status: 200,
      body: `event: response\ndata: ${JSON.stringify({ status: response?.status })}\n\n`,
      headers: { 'content-type': 'text/event-stream' },
    }),
  },
  'returns the status in a header': {
    answer: ([response]) => ({
      status: 200,
      body: {},
      headers: { 'x-target-status': String(response?.status) },
    }),
  },
  'answers in plain text': {
    answer: ([response]) => ({ status: 200, body: `the target answered ${response?.status} in 12 ms` }),
  },
  'sends the payload of a GET behind its query': {
    calls: (body, data) =>
      plainHabits.calls(body, data).map((call) => {
        const more = call.url.includes('?') ? '&' : '?';
        return call.body === null
          ? { ...call, url: `${call.url}${more}event=${String(body['event'])}` }
          : call;
      }),
  },
  'refuses addresses with a semicolon or an encoded slash': {
    refusal: (body, data) =>
      /;|%2F/i.test(String(body['target_url']))
        ? { status: 400, body: 'not such an address' }
        : plainHabits.refusal(body, data),
  },
  'refuses a uuid that it does not know, and events of its own list': {
    refusal: (body, data) => {
      if (
        'uuid' in body &&
        Object.keys(body).length > 1 &&
        !data.webhooks.some(({ uuid }) => uuid === body['uuid'])
      )
        return { status: 404 };
      if ('event' in body && body['event'] !== 'sender_profile_sent_email') return { status: 409 };
      return plainHabits.refusal(body, data);
    },
  },
  'refuses a test that it has just made': (() => {
    const made = new Set<string>();
    return {
      refusal: (body, data) => {
        const refusal = plainHabits.refusal(body, data);
        const again = refusal === null && made.has(JSON.stringify(body));
        if (refusal === null) made.add(JSON.stringify(body));
        return again ? { status: 409 } : refusal;
      },
    } satisfies Partial<SmallHabits>;
  })(),
  'makes one test at a time and refuses others meanwhile': (() => {
    let isBusy = false;
    return {
      refusal: (body, data) => {
        const refusal = isBusy ? { status: 409 } : plainHabits.refusal(body, data);
        isBusy ||= refusal === null;
        return refusal;
      },
      answer: (responses, body) => {
        isBusy = false;
        return plainHabits.answer(responses, body);
      },
    } satisfies Partial<SmallHabits>;
  })(),
  'refuses addresses that are long or hold an escaped slash': {
    refusal: (body, data) => {
      const { target_url: url } = body;
      const isOdd = typeof url === 'string' && (url.length > 255 || url.includes('%2F'));
      return isOdd ? { status: 400 } : plainHabits.refusal(body, data);
    },
  },
  'writes escapes in lower case': {
    calls: (body, data) =>
      plainHabits.calls(body, data).map((call) => ({
        ...call,
        url: call.url.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
      })),
  },
  'deletes later, first from the list and then from the count': (() => {
    let gone = 0;
    return {
      remove: (uuid, data) => {
        setTimeout(() => {
          data.webhooks = data.webhooks.filter((webhook) => webhook.uuid !== uuid);
          gone += 1;
          setTimeout(() => {
            gone -= 1;
          }, 150);
        }, 300);
        return { status: 202 };
      },
      total: ({ webhooks }) => webhooks.length + gone,
    } satisfies Partial<SmallHabits>;
  })(),
  'answers the first delete with 503': {
    remove: (uuid, data) => (data.count % 2 === 0 ? { status: 503 } : plainHabits.remove(uuid, data)),
  },
};

function base64Of(response: SmallResponse | undefined): string {
  return Buffer.from(response?.text ?? '').toString('base64');
}
