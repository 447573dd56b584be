/** What drawn faults do to the requests of each operation. */
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '@outreach-api/sandbox';
import type { OperationId } from '@outreach-api/model/records/operation';
import { withoutHyphens } from './circumstance.ts';
import {
  alsoTo,
  brokenByLists as lists,
  failures,
  asBefore,
  notPassed,
  onPage,
  onData,
  onRecord,
  onBody,
  onName,
  pageIn,
  shownIn,
  changed,
  withKey,
  forRecord,
  mapped,
  isWholeTest,
  isFull,
  decoded,
  without,
  type Described,
} from './effect.ts';

const newestProfiles = ({ accounts }: Sandbox): readonly string[] =>
  accounts[0].senderProfiles().toReversed();

/** Effects on each operation, by name. */
export const effects: Readonly<Record<OperationId, Readonly<Record<string, Described>>>> = {
  listWebhooks: {
    'says a total of one more': onPage(({ total }) => ({ total: Number(total) + 1 }), lists),
    'says a total of one less': onPage(
      ({ total }) => (Number(total) > 0 ? { total: Number(total) - 1 } : null),
      lists,
    ),
    'says the length of the page for the total': onPage(
      ({ data, total }) => (Array.isArray(data) && data.length !== total ? { total: data.length } : null),
      lists,
    ),
    'says the total of the whole list': {
      breaks: lists,
      effect: async ({ request, of, pass }) => {
        if (of.filter === '') return null;
        const bare = new Request(request.url.replace(/\?.*/, ''), { headers: request.headers });
        const whole = await pageIn(await pass(bare));
        const answer = await pass();
        const page = await pageIn(answer);
        return page === null || whole === null || page['total'] === whole['total']
          ? null
          : changed(answer, { ...page, total: whole['total'] });
      },
    },
    'inverts has_more': onPage(({ has_more }) => ({ has_more: has_more !== true }), lists),
    'never says that there is more': onPage(
      ({ has_more }) => (has_more === true ? { has_more: false } : null),
      lists,
    ),
    'always says that there is more': onPage(
      ({ has_more }) => (has_more === false ? { has_more: true } : null),
      lists,
    ),
    'leaves out a record': onData((data) => (data.length > 0 ? data.slice(0, -1) : null)),
    'lists a record twice': onData((data) => (data.length > 0 ? [...data.slice(0, 1), ...data] : null)),
    'lists a record instead of another': onData((data) =>
      data.length > 1 ? [...data.slice(0, 1), ...data.slice(0, 1), ...data.slice(2)] : null,
    ),
    'begins one record later': {
      breaks: lists,
      effect: async ({ request, pass }) => {
        const answer = await pass();
        const page = await pageIn(answer);
        if (page === null) return null;
        const url = new URL(request.url);
        url.searchParams.set('offset', String(Number(page['offset']) + 1));
        const later = await pageIn(await pass(new Request(url, { headers: request.headers })));
        return later === null || isDeepStrictEqual(later['data'], page['data'])
          ? null
          : changed(answer, { ...page, data: later['data'] });
      },
    },
    'says another limit': onPage(({ limit }) => ({ limit: limit === 20 ? 21 : 20 }), lists),
    'says an offset of 0': onPage(({ offset }) => (offset === 0 ? null : { offset: 0 }), lists),
    'says the total as text': onPage(({ total }) => ({ total: String(total) }), lists),
    'shows no event': onData((data) => data.map((one) => ({ ...one, event: null }))),
    'shows another account': {
      breaks: lists,
      effect: async ({ request, of, sandbox, pass }) => {
        if (of.caller === 'other account' || of.caller === 'nobody entitled') return null;
        return pass(withKey(request, sandbox.accounts[1].token));
      },
    },
    'answers as before': asBefore(lists),
    ...failures(lists),
  },
  getSenderProfile: {
    'shows another profile': {
      breaks: ['PROF'],
      effect: async ({ request, of, sandbox, pass }) => {
        const other = sandbox.accounts[0].senderProfiles().find((uuid) => withoutHyphens(uuid) !== of.uuid);
        const own = await pass();
        return own.ok && other !== undefined ? pass(forRecord(request, other)) : null;
      },
    },
    'lacks the label': onRecord((record) => without(record, 'label'), ['PROF']),
    'shows no status': onRecord((record) => ({ ...record, status: null }), ['PROF']),
    'swaps the names': onRecord(
      ({ first_name, last_name, ...record }) =>
        first_name === last_name ? null : { ...record, first_name: last_name, last_name: first_name },
      ['PROF'],
    ),
    'shows the time of reading as that of the update': onRecord(
      (record) => ({ ...record, updated_at: new Date(performance.now() + 1.9e12).toISOString() }),
      ['PROF'],
    ),
    'shows another team': onRecord((record) => ({ ...record, team_id: 1 }), ['PROF']),
    'answers as before': asBefore(['PROF']),
    ...failures(['PROF']),
  },
  updateSenderProfile: {
    'stores nothing': {
      breaks: ['PROF'],
      effect: async ({ request, of, pass }) => {
        const answer = await pass(new Request(request.url, { headers: request.headers }));
        const record = await shownIn(answer);
        return record === null ? null : Response.json({ ...record, ...of.sent });
      },
    },
    'stores no label': onBody((sent) => without(sent, 'label')),
    'stores no last name': onBody((sent) => without(sent, 'last_name')),
    'cuts texts to 20 letters': onBody((sent) =>
      mapped(sent, (text) => Array.from(text).slice(0, 20).join('')),
    ),
    'stores texts in capitals': onBody((sent) => mapped(sent, (text) => text.toUpperCase())),
    'drops letters outside ASCII': onBody((sent) => mapped(sent, (text) => text.replaceAll(/[^ -~]/gu, '?'))),
    'drops apostrophes': onBody((sent) => mapped(sent, (text) => text.replaceAll("'", ''))),
    'drops hyphens': onBody((sent) => mapped(sent, (text) => text.replaceAll('-', ' '))),
    'drops leading zeros': onBody((sent) => mapped(sent, (text) => text.replace(/^0+(?=.)/, ''))),
    'updates another profile too': alsoTo(newestProfiles, ['PROF']),
    'answers with what was there before': {
      breaks: ['PROF'],
      effect: async ({ request, pass }) => {
        const before = await pass(new Request(request.url, { headers: request.headers }));
        const answer = await pass();
        return answer.ok && before.ok ? before : null;
      },
    },
    'sets names that are left out to what is sent for the other': onBody((sent) => {
      const text = sent['first_name'] ?? sent['last_name'];
      return text === undefined ? sent : { first_name: text, last_name: text, ...sent };
    }),
    ...failures(['PROF']),
  },
  deleteSenderProfile: {
    'deletes nothing': notPassed(['PROF']),
    'deletes another profile too': alsoTo(newestProfiles, ['PROF']),
    ...failures(['PROF']),
  },
  deleteWebhook: {
    'deletes nothing': notPassed(['DEL', 'HOOK', 'PAGE']),
    'deletes another webhook too': alsoTo(({ accounts }) => accounts[0].webhooks(), ['DEL', 'HOOK', 'PAGE']),
    ...failures(['DEL']),
  },
  createApiKey: {
    'stores names in small letters': onName((name) => name.toLowerCase()),
    'cuts names to 20 letters': onName((name) => Array.from(name).slice(0, 20).join('')),
    'drops letters outside ASCII': onName((name) => name.replaceAll(/[^ -~]/gu, '?')),
    'drops hyphens': onName((name) => name.replaceAll('-', ' ')),
    'adds a number to the name': onName((name) => `${name} 2`),
    'lacks the team': onRecord((record) => without(record, 'team_id'), ['KEY']),
    'names another team': onRecord((record) => ({ ...record, team_id: 1 }), ['KEY']),
    'names another user': onRecord((record) => ({ ...record, user_id: 1 }), ['KEY']),
    'says that it was made an hour ago': onRecord(
      (record) => ({
        ...record,
        created_at: new Date(Date.parse(String(record['created_at'])) - 3_600_000).toISOString(),
      }),
      ['KEY'],
    ),
    'gives a key that does not work': onRecord(
      (record) => ({ ...record, last_token: String(record['last_token']).replace(/....$/, 'AAAA') }),
      ['AUTH-05', 'KEY'],
    ),
    'gives the key of another account': {
      breaks: ['KEY', 'TEAM', 'AUTH', 'HOOK'],
      effect: async ({ request, sandbox, of, pass }) =>
        of.caller === 'nobody entitled' || of.caller === 'other account'
          ? null
          : pass(withKey(request, sandbox.accounts[1].token)),
    },
    'answers as before': asBefore(['KEY']),
    ...failures(['KEY']),
  },
  testWebhook: {
    'calls nobody': {
      breaks: ['TEST'],
      effect: async ({ of }) => (isWholeTest(of) ? Response.json({ status: 200, body: 'ok' }) : null),
    },
    'calls twice': {
      breaks: ['TEST'],
      effect: async ({ of, request, pass }) => {
        if (!isWholeTest(of)) return null;
        await pass(request.clone());
        return pass();
      },
    },
    'always calls with POST': onBody(
      (sent) => (isFull(sent) ? { ...sent, request_method: 'POST' } : sent),
      ['TEST'],
    ),
    'calls without the query': onBody(
      (sent) =>
        isFull(sent) ? { ...sent, target_url: String(sent['target_url']).replace(/\?.*/, '') } : sent,
      ['TEST'],
    ),
    'calls the decoded path': onBody(
      (sent) => (isFull(sent) ? { ...sent, target_url: decoded(String(sent['target_url'])) } : sent),
      ['TEST'],
    ),
    'cuts the address to 255 letters': onBody(
      (sent) => (isFull(sent) ? { ...sent, target_url: String(sent['target_url']).slice(0, 255) } : sent),
      ['TEST'],
    ),
    'returns no response of the target': {
      breaks: ['TEST'],
      effect: async ({ of, pass }) => {
        const answer = await pass();
        return answer.ok && isWholeTest(of) ? Response.json({}) : null;
      },
    },
    'stores the webhook': {
      breaks: ['TEST-07', 'HOOK', 'PAGE', 'DEL', 'FILT'],
      effect: async ({ of, sandbox, pass }) => {
        const answer = await pass();
        const { event, request_method, target_url } = of.sent ?? {};
        if (!answer.ok || !isWholeTest(of)) return null;
        sandbox.createWebhook(0, {
          event: String(event),
          request_method: String(request_method),
          target_url: String(target_url),
        });
        return answer;
      },
    },
    ...failures(['TEST']),
  },
};

/** Lets callers in that are not entitled, with what the owner may see and do. */
export const admitting: Described = {
  breaks: ['AUTH', 'TEAM'],
  effect: async ({ request, of, sandbox, pass }) =>
    of.caller === 'nobody entitled' || of.caller === 'other account'
      ? pass(withKey(request, sandbox.accounts[0].token))
      : null,
};
