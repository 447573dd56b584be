/** Twins from public bug reports: texts and bodies that are misread by how they are spelt. */
import { emptyAnswer, refused } from '../answer.ts';
import type { Call } from '../call.ts';
import { alsoLetsIn } from './authentication.ts';
import { defineTwins } from './twin.ts';
import { writes } from './updated-texts.ts';

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a value is a text that a loosely typed language takes for a number. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'string' && numeric.test(value) && Number.isFinite(Number(value));
}

/** JSON whose escapes of letters stand for themselves. */
function asWritten(json: string): string {
  return json.replaceAll(/\\(?:u[0-9a-f]{4}|.)/gis, (escape) =>
    escape.startsWith(String.raw`\u`) ? `\\${escape}` : escape,
  );
}

const needs = ['updates'] as const;
const text = { breaks: 'PROF-04', also: ['PROF-05'], needs } as const;

/** Whether a framework takes a request for one that wants JSON: its first type says so, or it is one of a script. */
function expectsJson({ headers }: Call): boolean {
  const [first = ''] = (headers.get('accept') ?? '').split(',');
  const isAny = ['', '*/*', '*'].includes(first.trim());
  return /[/+]json/.test(first) || (headers.get('x-requested-with') === 'XMLHttpRequest' && isAny);
}

export const reportedSpellingsTwins = defineTwins({
  'last-names-of-one-letter-are-refused': {
    ...text,
    report: 'Altinn/app-frontend-react#2967',
    twist: (right) => ({
      ...right,
      update: (body) => {
        const update = right.update(body);
        return update.ok && Array.from(update.value.lastName ?? '').length === 1
          ? refused('invalid-body', 'last_name must have at least 2 letters')
          : update;
      },
    }),
  },
  'ligatures-are-dropped': {
    ...text,
    report: 'zotero/zotero#807',
    twist: writes((one) => one.replaceAll(/[œŒ]/g, '')),
  },
  'escaped-letters-are-stored-as-written': {
    ...text,
    report: 'apache/cxf#3142',
    twist: (right) => ({
      ...right,
      storeUpdate: (profile, update, call) => {
        const written = right.update(JSON.parse(asWritten(call.body)));
        return right.storeUpdate(profile, written.ok ? written.value : update, call);
      },
    }),
  },
  'texts-of-digits-are-shown-as-numbers': {
    breaks: 'PROF-01',
    also: ['PROF-04', 'PROF-05', 'PROF-12'],
    report: 'joindin/joindin-api#42',
    needs,
    twist: (right) => ({
      ...right,
      senderProfileRecord: (profile) =>
        Object.fromEntries(
          Object.entries(right.senderProfileRecord(profile)).map(([name, value]) => [
            name,
            isNumeric(value) ? Number(value) : value,
          ]),
        ),
    }),
  },
  'anyone-may-ask-by-an-escaped-path': {
    breaks: 'AUTH-01',
    report: 'MoonshotAI/kimi-code#1753',
    twist: (right, world) =>
      alsoLetsIn(right, world, ({ path }) => !/^\/(?:id|integrations|flows)\/api\//.test(path)),
  },
  'bodies-with-line-breaks-are-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'TEST-02', 'TEST-06'],
    report: 'postmanlabs/postman-app-support#6428',
    needs,
    twist: (right) => ({
      ...right,
      testConfiguration: (body, call) =>
        /[\r\n]/.test(call.body)
          ? refused('invalid-body', 'the body is not JSON')
          : right.testConfiguration(body, call),
      findSenderProfile: (uuid, call) =>
        call.operation === 'senderProfiles.update' && /[\r\n]/.test(call.body)
          ? refused('invalid-body', 'the body is not JSON')
          : right.findSenderProfile(uuid, call),
    }),
  },
  'uuid-alone-is-redirected-where-json-is-not-asked-for': {
    breaks: 'TEST-01',
    report: 'laravel/framework#32061',
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) => {
        const isOfABody = refusal.reason === 'uuid-only' || refusal.reason === 'invalid-body';
        return isOfABody && !expectsJson(call)
          ? { ...emptyAnswer(302), headers: { location: '/' } }
          : right.refusal(refusal, call);
      },
    }),
  },
});
