/** Twins from public bug reports: what caches keep for too long, for too many, or under a name that fits other requests. */
import type { Refusal } from '../answer.ts';
import type { AdmittedCall } from '../call.ts';
import type { Page } from '../behaviour.ts';
import type { Filter } from '../filter/filter.ts';
import type { StoredSenderProfile } from '../records.ts';
import type { Window } from '../window.ts';
import { everyFilter, whateverMissesRecords } from './consequences.ts';
import { carelessCache } from './careless-cache.ts';
import { defineTwins, updatedAtOnce } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** The request as it came: its query and its body. */
const asked = ({ query, body }: AdmittedCall): string => `${query.toString()} ${body}`;

/** A profile and the key that reads it. */
const readBy = (uuid: string, { caller }: AdmittedCall): string => `${caller.jti} ${uuid}`;

/** Which conditions a filter has, whatever their operands. */
function shapeOf(filter: Filter): string {
  return filter
    .map(({ field, condition }) =>
      condition.form === 'comparison'
        ? `${field} ${condition.operator}`
        : `${field} ${condition.form} ${condition.form === 'array' ? condition.values.length : ''}`,
    )
    .join(', ');
}

/** A twin that keeps a page under such a name until the number of webhooks changes; null keeps none. */
function keepsPages(
  nameOf: (window: Window, call: AdmittedCall, filter: Filter | null) => string | null,
  cut: (kept: Page, window: Window) => Page = (kept) => kept,
): TwinDefinition['twist'] {
  return (right, { store }) => {
    const pages = carelessCache<Page>();
    return {
      ...right,
      page: (listing, window, call) => {
        const filter = right.filter(call);
        const part = nameOf(window, call, filter.ok ? filter.value : null);
        const name = `${call.caller.accountId} ${store.webhooks.count(call.caller.accountId)} ${part}`;
        const known = part === null ? undefined : pages.get(name);
        if (known !== undefined) return { ok: true, value: cut(known, window) };
        const page = right.page(listing, window, call);
        if (page.ok) pages.put(name, page.value);
        return page;
      },
    };
  };
}

const windowsOf = (window: Window): string => `${window.limit} from ${window.offset}`;

const anyPage = [
  'PAGE-03',
  'PAGE-05',
  'PAGE-06',
  'PAGE-07',
  'PAGE-08',
  'PAGE-09',
  'PAGE-10',
  'HOOK-03',
  'DEL-01',
  'TEAM-01',
  ...whateverMissesRecords,
] as const;

export const reportedCachesTwins = defineTwins({
  'pages-are-kept-by-their-numbers-written-together': {
    breaks: 'PAGE-03',
    also: ['PAGE-01', 'PAGE-02', ...anyPage],
    report: 'jmoiron/johnny-cache#50',
    twist: keepsPages(({ limit, offset }, { body }, filter) =>
      filter === null && body === '' ? `${limit}${offset}` : null,
    ),
  },
  'pages-are-cut-from-a-shorter-one-that-is-kept': {
    breaks: 'PAGE-05',
    also: anyPage,
    report: 'turbot/steampipe-plugin-sdk#254',
    twist: keepsPages(
      ({ offset }, _call, filter) => (filter === null ? `from ${offset}` : null),
      (kept, { limit }) => ({ ...kept, data: kept.data.slice(0, limit), limit }),
    ),
  },
  'filtered-pages-are-kept-whatever-their-operands': {
    breaks: 'FILT-01',
    also: [...everyFilter, 'DEL-01', 'PAGE-05', 'TEAM-01'],
    report: 'NCEAS/metacat#811',
    needs: ['filters'],
    twist: keepsPages((window, _call, filter) =>
      filter === null ? null : `${shapeOf(filter)} ${windowsOf(window)}`,
    ),
  },
  'total-of-a-page-asked-again-is-0': {
    breaks: 'PAGE-05',
    also: ['PAGE-01', 'PAGE-02', 'PAGE-04', ...anyPage],
    report: 'SharpRepository/SharpRepository#47',
    twist: (right, { store }) => {
      const seen = carelessCache<true>();
      return {
        ...right,
        envelope: (page, call) => {
          const { accountId } = call.caller;
          const name = `${accountId} ${store.webhooks.count(accountId)} ${asked(call)}`;
          const isKept = page.data.length < page.total && seen.get(name) !== undefined;
          seen.put(name, true);
          return right.envelope(isKept ? { ...page, total: 0 } : page, call);
        },
      };
    },
  },
  'total-of-the-whole-list-is-counted-now-and-then': {
    breaks: 'DEL-01',
    also: anyPage,
    report: 'straw-hat-team/beam-monorepo#415',
    needs: ['deletes'],
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const totals = carelessCache<number>();
      return {
        ...right,
        page: (listing, window, call) => {
          const page = right.page(listing, window, call);
          const filter = right.filter(call);
          if (!page.ok || (filter.ok && filter.value !== null)) return page;
          const name = String(call.caller.accountId);
          const total = totals.get(name) ?? page.value.total;
          if (totals.get(name) === undefined) totals.put(name, total);
          return { ...page, value: { ...page.value, total } };
        },
      };
    },
  },
  'refusal-of-a-list-without-a-key-is-kept': {
    breaks: 'HOOK-04',
    also: ['AUTH-05', ...anyPage],
    report: 'HistoryAtState/hsg-project#32',
    twist: (right) => {
      const refusals = carelessCache<true>();
      return {
        ...right,
        notAdmitted: (refusal, call) => {
          if (refusal.reason === 'missing-credential') refusals.put(call.query.toString(), true);
          return right.notAdmitted(refusal, call);
        },
        identify: async (token, call) =>
          call.operation === 'webhooks.list' && refusals.get(call.query.toString()) === true
            ? null
            : right.identify(token, call),
      };
    },
  },
  'reads-by-another-key-are-kept-over-updates': {
    breaks: 'PROF-05',
    also: ['PROF-06', 'PROF-07', 'PROF-12', 'TEAM-02'],
    report: 'darkweak/souin#542',
    needs: ['updates', 'createApiKeys'],
    under: updatedAtOnce,
    twist: (right) => {
      const reads = carelessCache<StoredSenderProfile>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          reads.drop(readBy(profile.uuid, call));
          return right.storeUpdate(profile, update, call);
        },
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (!found.ok || call.operation !== 'senderProfiles.get') return found;
          const known = reads.get(readBy(uuid, call));
          if (known !== undefined) return { ...found, value: known };
          reads.put(readBy(uuid, call), found.value);
          return found;
        },
      };
    },
  },
  'deleted-profile-that-was-read-before-can-be-read': {
    breaks: 'PROF-09',
    report: 'alchemy-fr/Phraseanet#3943',
    needs: ['deletes'],
    // After 202 it may still be read for as long as it is kept here.
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const reads = carelessCache<StoredSenderProfile>();
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (call.operation !== 'senderProfiles.get') return found;
          const name = `${call.caller.accountId} ${uuid}`;
          if (found.ok) reads.put(name, found.value);
          const known = reads.get(name);
          return found.ok || known === undefined ? found : { ok: true, value: known };
        },
      };
    },
  },
  'pages-are-kept-by-the-first-255-letters-of-their-query': {
    breaks: 'FILT-02',
    also: [
      ...everyFilter,
      'PAGE-01',
      'PAGE-03',
      'PAGE-05',
      'PAGE-06',
      'PAGE-07',
      'PAGE-10',
      'DEL-01',
      'TEAM-01',
    ],
    report: 'webisters/cache#43',
    needs: ['filters'],
    twist: keepsPages((_window, call) => asked(call).slice(0, 255)),
  },
  'filter-stays-for-the-next-list': {
    breaks: 'HOOK-02',
    also: ['PAGE-01', 'PAGE-10', ...anyPage],
    report: 'simioni/nest-standard-response#4',
    needs: ['filters'],
    twist: (right) => {
      let before: Filter | null = null;
      return {
        ...right,
        filter: (call) => {
          const filter = right.filter(call);
          if (!filter.ok) return filter;
          const stays = filter.value === null ? before : null;
          before = filter.value;
          return stays === null ? filter : { ...filter, value: stays };
        },
      };
    },
  },
  'refusal-of-a-profile-is-kept-for-its-owner': {
    breaks: 'PROF-03',
    also: ['PROF-01', 'PROF-02', 'PROF-05'],
    report: 'ging/fiware-pep-proxy#143',
    needs: ['otherAccountToken'],
    twist: (right) => {
      const refusals = carelessCache<Refusal>();
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (call.operation !== 'senderProfiles.get') return found;
          if (!found.ok) refusals.put(uuid, found);
          return refusals.get(uuid) ?? found;
        },
      };
    },
  },
});
