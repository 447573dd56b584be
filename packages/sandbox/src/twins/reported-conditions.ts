/** Twins from public bug reports: what goes wrong only with some records, sizes and orders of requests. */
import type { Answer } from '../answer.ts';
import { refused } from '../answer.ts';
import type { Condition } from '../filter/filter.ts';
import { changedEnvelope, changedMatch, compares } from './changed.ts';
import { failsOn } from './responses-of-a-target.ts';
import { whateverListsWebhooks, whateverMissesRecords } from './consequences.ts';
import { isTime } from './reported-filters.ts';
import { defineTwins, furtherFields } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

const mostBytes = 8192;
const mostOfAResponse = 10_000;
const longLabel = 20;

/** The answer with no more than so many of its bytes; null keeps it whole. */
function cutTo(answer: Answer, bytesOf: (json: string) => number | null): Answer {
  if (answer.body.kind !== 'json') return answer;
  const json = JSON.stringify(answer.body.value);
  const most = bytesOf(json);
  if (most === null) return answer;
  const bytes = Buffer.from(json).subarray(0, most);
  return { ...answer, body: { kind: 'bytes', bytes, type: 'application/json' } };
}

const anyList = ['JSON-01', 'HOOK-03', 'HOOK-04', 'PAGE-08', 'PAGE-09', ...whateverListsWebhooks] as const;

/** A twin that finds nothing under conditions on further fields whose values are of one kind. */
function findsNone(
  isOfKind: (value: unknown) => boolean,
  isSuch: (condition: Condition) => boolean,
): TwinDefinition['twist'] {
  return (right) =>
    changedMatch(right, (condition, value) => (isOfKind(value) && isSuch(condition) ? false : null));
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

export const reportedConditionsTwins = defineTwins({
  'equals-operator-finds-no-numbers': {
    breaks: 'FILT-03',
    report: 'tomaszkiewicz/obsidian-database-plugin#28',
    ...furtherFields,
    twist: findsNone(isNumber, compares('=')),
  },
  'difference-finds-no-numbers': {
    breaks: 'FILT-04',
    report: 'ironmansoftware/powershell-universal#5066',
    ...furtherFields,
    twist: findsNone(isNumber, compares('!=', '<>')),
  },
  'array-finds-no-numbers': {
    breaks: 'FILT-02',
    report: 'TeselaGen/teselagen-react-components-DEPRECATED#268',
    ...furtherFields,
    twist: findsNone(isNumber, ({ form }) => form === 'array'),
  },
  'equals-operator-finds-no-times': {
    breaks: 'FILT-03',
    report: 'AllenFang/react-bootstrap-table#1186',
    ...furtherFields,
    twist: findsNone(isTime, compares('=')),
  },
  'difference-finds-no-times': {
    breaks: 'FILT-04',
    report: 'aedart/athenaeum#170',
    ...furtherFields,
    twist: findsNone(isTime, compares('!=', '<>')),
  },
  'array-finds-no-times': {
    breaks: 'FILT-02',
    report: 'cortezaproject/corteza#819',
    ...furtherFields,
    twist: findsNone(isTime, ({ form }) => form === 'array'),
  },
  'comparison-with-a-time-before-1970-finds-nothing': {
    breaks: 'FILT-05',
    report: 'NationalSecurityAgency/datawave#1637',
    ...furtherFields,
    twist: findsNone(
      isTime,
      (condition) => condition.form === 'comparison' && Date.parse(String(condition.operand)) < 0,
    ),
  },
  'numbers-below-zero-are-compared-without-their-sign': {
    breaks: 'FILT-05',
    report: 'elastic/elasticsearch#20944',
    ...furtherFields,
    twist: (right) =>
      changedMatch(right, (condition, value, _field, rightly) =>
        condition.form === 'comparison' && isNumber(value) && Number(condition.operand) < 0
          ? rightly({ ...condition, operand: -Number(condition.operand) })
          : null,
      ),
  },
  'scalar-with-parentheses-finds-nothing': {
    breaks: 'FILT-01',
    report: 'contao/contao#2498',
    needs: ['filters', 'deletes', 'createApiKeys'],
    twist: findsNone(
      (value) => typeof value === 'string',
      (condition) => condition.form === 'scalar' && /[()]/.test(String(condition.value)),
    ),
  },
  'short-last-pages-are-filled-up': {
    breaks: 'PAGE-05',
    also: ['PAGE-06', 'PAGE-07', 'PAGE-10', 'HOOK-03', 'DEL-01', ...whateverMissesRecords],
    report: 'mitre-attack/attack-workbench-rest-api#26',
    twist: (right) => ({
      ...right,
      page: (listing, window, call) => {
        const page = right.page(listing, window, call);
        if (!page.ok || page.value.offset === 0 || page.value.data.length === 0) return page;
        const { data, limit, total } = page.value;
        const missing = Math.min(limit, total) - data.length;
        return { ok: true, value: { ...page.value, data: [...data, ...listing.slice(0, missing)] } };
      },
    }),
  },
  'has-more-is-true-between-pages': {
    breaks: 'PAGE-06',
    also: ['PAGE-10', 'FILT-08'],
    report: 'nocodb/nocodb#7368',
    twist: (right) =>
      changedEnvelope(right, (_, { data, offset, limit }) =>
        data.length > 0 && offset % limit > 0 ? { has_more: true } : {},
      ),
  },
  'profiles-with-wide-letters-are-cut': {
    breaks: 'JSON-01',
    also: ['PROF-01', 'PROF-02', 'PROF-03', 'PROF-04', 'PROF-05', 'PROF-06', 'PROF-08'],
    report: 'davezuch/purescript-httpure#101',
    needs: ['updates'],
    under: { jsonText: 'compact' },
    twist: (right) => ({
      ...right,
      answer: async (answer, call) => {
        const answered = await right.answer(answer, call);
        const isRead = call.operation === 'senderProfiles.get';
        return isRead ? cutTo(answered, (json) => json.length) : answered;
      },
    }),
  },
  'long-lists-are-cut': {
    breaks: 'JSON-01',
    also: [...anyList, ...whateverMissesRecords],
    report: 'buildo/wiro#29',
    needs: ['more than 20 webhooks'],
    under: { jsonText: 'compact', pageMaximum: '100' },
    twist: (right) => ({
      ...right,
      answer: async (answer, call) =>
        call.operation === 'webhooks.list'
          ? cutTo(await right.answer(answer, call), () => mostBytes)
          : right.answer(answer, call),
    }),
  },
  'profile-with-a-long-label-stays': {
    breaks: 'PROF-09',
    report: 'LanternOps/breeze#1208',
    needs: ['deletes'],
    twist: (right) => ({
      ...right,
      removeSenderProfile: (profile, call) => {
        if (Array.from(profile.label ?? '').length <= longLabel) right.removeSenderProfile(profile, call);
      },
    }),
  },
  'response-of-over-10000-bytes-is-a-failure': {
    breaks: 'TEST-04',
    report: 'nyaruka/goflow#814',
    needs: ['deliveries'],
    twist: failsOn(({ body }) => body.length > mostOfAResponse),
  },
  'user-is-0-in-the-store-after-an-update': {
    breaks: 'PROF-06',
    report: 'strongloop/loopback#3652',
    needs: ['updates'],
    twist: (right) => {
      const updated = new Set<string>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          updated.add(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
        success: (value, call) =>
          right.success(
            call.operation === 'senderProfiles.get' && updated.has(String(value['uuid']).toLowerCase())
              ? { ...value, user_id: 0 }
              : value,
            call,
          ),
      };
    },
  },
  'update-with-a-null-label-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-04'],
    report: 'tabulate/tabulate#5',
    needs: ['updates'],
    under: { labelNull: 'stored', successStatusOfUpdate: '200' },
    twist: (right) => ({
      ...right,
      storeUpdate: (profile, update, call) =>
        update.label === null ? right.updated(profile, update) : right.storeUpdate(profile, update, call),
    }),
  },
  'label-that-is-null-stays-null': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-12'],
    report: 'evan108108/RESTFullYii#31',
    needs: ['updates'],
    under: { labelNull: 'stored' },
    twist: (right) => ({
      ...right,
      updated: (profile, update) =>
        right.updated(profile, profile.label === null ? { ...update, label: null } : update),
      storeUpdate: (profile, update, call) =>
        right.storeUpdate(profile, profile.label === null ? { ...update, label: null } : update, call),
    }),
  },
  'profile-without-an-assignee-cannot-be-updated': {
    breaks: 'PROF-04',
    also: ['PROF-05', 'PROF-12'],
    report: 'Wakanda/wakanda-issues#65',
    needs: ['updates'],
    twist: (right) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const found = right.findSenderProfile(uuid, call);
        return found.ok && call.operation === 'senderProfiles.update' && found.value.assigneeUserId === null
          ? refused('invalid-body', 'the assignee is unknown')
          : found;
      },
    }),
  },
});
