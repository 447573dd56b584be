/** Twins from public bug reports: keys that a cache or a parser misjudges, and changes that go astray. */
import { jsonAnswer, refused } from '../answer.ts';
import type { Caller } from '../records.ts';
import { jwtPart } from './careless-caller.ts';
import { newKeys } from './changed.ts';
import { sentIn } from './new-keys.ts';
import { defineTwins, keptMs } from './twin.ts';

const second = 1000;
const updates = ['updates'] as const;
const deletes = ['deletes'] as const;

export const reportedRecordsTwins = defineTwins({
  'key-with-an-underscore-in-its-payload-is-refused': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-10'],
    report: 'jwtk/jjwt#784',
    needs: ['createApiKeys'],
    under: { jwtClaims: 'usual' },
    twist: (right) => {
      const { made, keeping } = newKeys(right);
      return {
        ...keeping,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          const isUnread = caller !== null && made.has(caller.jti) && token.split('.')[1]?.includes('_');
          return isUnread === true ? null : caller;
        },
      };
    },
  },
  'verified-keys-are-remembered-by-their-jti': {
    breaks: 'AUTH-03',
    report: 'wso2/carbon-apimgt#9262',
    under: { jwtJti: 'present' },
    twist: (right) => {
      const verified = new Map<unknown, { readonly caller: Caller; readonly at: number }>();
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          const { jti } = { jti: null, ...jwtPart(token, 1) };
          if (caller !== null) verified.set(jti, { caller, at: performance.now() });
          const known = verified.get(jti);
          return known !== undefined && performance.now() - known.at < keptMs ? known.caller : caller;
        },
      };
    },
  },
  'limited-answers-200-with-an-error': {
    breaks: 'PAGE-04',
    also: ['RATE-01', 'PAGE-01', 'PAGE-02', 'PAGE-05', 'PROF-01', 'PROF-05', 'KEY-01'],
    report: 'HypixelDev/PublicAPI#182',
    needs: ['flood'],
    twist: (right) => ({ ...right, limited: () => jsonAnswer(200, { success: false }) }),
  },
  'limited-key-is-unknown-for-a-while': {
    breaks: 'RATE-01',
    also: ['RATE-02', 'RATE-03'],
    report: 'MaterializeInc/materialize#25779',
    needs: ['flood'],
    twist: (right) => {
      const limited = new Map<string, number>();
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          const since = performance.now() - (limited.get(caller?.jti ?? '') ?? -Infinity);
          return since < 2 * second ? null : caller;
        },
        limited: (waitMs, call, perform) => {
          limited.set(call.caller.jti, performance.now());
          return right.limited(waitMs, call, perform);
        },
      };
    },
  },
  'update-goes-to-the-profile-that-its-body-names': {
    breaks: 'PROF-08',
    also: ['PROF-04', 'PROF-05', 'PROF-06'],
    report: 'DOMjudge/domjudge#3604',
    needs: updates,
    under: { unknownFields: 'ignored' },
    twist: (right) => ({
      ...right,
      findSenderProfile: (uuid, call) => {
        const named = call.operation === 'senderProfiles.update' ? sentIn(call)['uuid'] : null;
        const found = typeof named === 'string' ? right.findSenderProfile(named.toLowerCase(), call) : null;
        return found?.ok === true ? found : right.findSenderProfile(uuid, call);
      },
    }),
  },
  'second-update-of-a-second-that-changes-nothing-is-refused': {
    breaks: 'PROF-04',
    // Whoever sends what was just sent is refused, a new key, too.
    also: ['PROF-05', 'AUTH-05'],
    report: 'windwalker-io/framework#1211',
    needs: updates,
    twist: (right) => {
      const updated = new Map<string, number>();
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          if (!found.ok || call.operation !== 'senderProfiles.update') return found;
          const since = performance.now() - (updated.get(uuid) ?? -Infinity);
          updated.set(uuid, performance.now());
          const update = right.update(sentIn(call));
          if (!update.ok || since > second) return found;
          const { updatedAt: _then, ...before } = found.value;
          const { updatedAt: _now, ...after } = right.updated(found.value, update.value);
          return JSON.stringify(before) === JSON.stringify(after)
            ? refused('invalid-body', 'no row was changed')
            : found;
        },
      };
    },
  },
  'profile-that-was-read-cannot-be-deleted': {
    breaks: 'PROF-09',
    report: 'paperclipai/paperclip#7728',
    needs: ['deletes', 'createApiKeys'],
    // By another key than the one that deletes it.
    twist: (right) => {
      const readers = new Map<string, Set<string>>();
      return {
        ...right,
        findSenderProfile: (uuid, call) => {
          const found = right.findSenderProfile(uuid, call);
          const those = readers.get(uuid) ?? new Set();
          if (found.ok && call.operation === 'senderProfiles.get')
            readers.set(uuid, those.add(call.caller.jti));
          const isKept = [...those].some((jti) => jti !== call.caller.jti);
          return found.ok && call.operation === 'senderProfiles.delete' && isKept
            ? refused('invalid-body', 'the profile is still in use')
            : found;
        },
      };
    },
  },
  'deletion-goes-by-the-place-in-the-last-list': {
    breaks: 'DEL-02',
    also: ['DEL-01', 'PAGE-07', 'HOOK-02'],
    report: 'omroy07/AI-Money-Mentor#220',
    needs: deletes,
    // Another webhook must follow those that are made for this.
    under: { successStatusOfDelete: '204', listOrder: 'newest' },
    twist: (right, { store }) => {
      const listed = new Map<number, readonly string[]>();
      return {
        ...right,
        listing: (call) => {
          const listing = right.listing(call);
          const uuids = listing.slice(0, listing.total).map(({ uuid }) => String(uuid).toLowerCase());
          const known = new Set(listed.get(call.caller.accountId));
          if (uuids.some((uuid) => !known.has(uuid))) listed.set(call.caller.accountId, uuids);
          return listing;
        },
        removeWebhook: (webhook, call) => {
          const listing = right.listing(call);
          const place = listed.get(webhook.accountId)?.indexOf(webhook.uuid) ?? -1;
          const [at] = place === -1 ? [] : listing.slice(place, 1);
          const there = at === undefined ? null : store.webhooks.find(String(at['uuid']).toLowerCase());
          right.removeWebhook(there ?? webhook, call);
        },
      };
    },
  },
});
