/** Twins from public bug reports: two requests that meet, each of which is answered rightly when it comes alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { DeliveryResult } from '../delivery/deliver.ts';
import type { Filter } from '../filter/filter.ts';
import type { Caller } from '../records.ts';
import { newKeys } from './changed.ts';
import { everyFilter, whateverMissesRecords } from './consequences.ts';
import { stillLists } from './deleted-and-shown.ts';
import { defineTwins, meetingMs, updatedAtOnce } from './twin.ts';

/** How long an update takes: not so long that one meets whatever else a client does. */
const updateMs = 10;

const keys = ['createApiKeys'] as const;
const updates = ['updates'] as const;

export const reportedMeetingsTwins = defineTwins({
  'filters-asked-at-the-same-time-are-mixed-up': {
    breaks: 'FILT-01',
    also: ['PAGE-05', 'PAGE-07', 'HOOK-02', 'TEAM-01', ...everyFilter],
    report: 'dpgaspar/Flask-AppBuilder#2367',
    needs: ['filters'],
    twist: (right) => {
      let shared: Filter | null = null;
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller === null || call.operation !== 'webhooks.list') return caller;
          const filter = right.filter({ ...call, caller });
          if (!filter.ok || filter.value === null) return caller;
          shared = filter.value;
          await sleep(meetingMs);
          return caller;
        },
        filter: (call) => {
          const filter = right.filter(call);
          return filter.ok && filter.value !== null ? { ...filter, value: shared } : filter;
        },
      };
    },
  },
  'lists-asked-at-the-same-time-share-one-answer': {
    breaks: 'TEAM-01',
    also: ['PAGE-05', 'PAGE-07', 'HOOK-02', 'DEL-01', ...whateverMissesRecords],
    report: 'unjs/ocache#61',
    needs: ['otherAccountToken'],
    twist: (right) => {
      const underWay = new Map<string, Caller>();
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller === null || call.operation !== 'webhooks.list') return caller;
          const name = `${call.query.toString()} ${call.body}`;
          const first = underWay.get(name);
          if (first !== undefined) return first;
          underWay.set(name, caller);
          await sleep(meetingMs);
          underWay.delete(name);
          return caller;
        },
      };
    },
  },
  'keys-made-at-the-same-time-share-their-token': {
    breaks: 'KEY-07',
    also: ['KEY-02', 'KEY-05'],
    report: 'datalust/seq-tickets#1934',
    needs: keys,
    twist: (right) => {
      const underWay = new Map<number, Promise<string>>();
      return {
        ...right,
        sign: async (key) => {
          const other = underWay.get(key.userId);
          if (other !== undefined) return other;
          const token = right.sign(key);
          underWay.set(key.userId, token);
          await sleep(meetingMs);
          underWay.delete(key.userId);
          return token;
        },
      };
    },
  },
  'of-keys-made-at-the-same-time-one-fails': {
    breaks: 'KEY-01',
    also: ['KEY-02', 'KEY-07'],
    report: 'rainway-ai-gateway/ai-gateway-api#80',
    needs: keys,
    under: { keyQuota: 'none' },
    twist: (right) => {
      let underWay = 0;
      const failed = new WeakSet<Headers>();
      return {
        ...right,
        keyName: (body) =>
          underWay > 0 ? refused('invalid-body', 'there is a key of this id') : right.keyName(body),
        refusal: (refusal, call) => {
          if (refusal.detail === 'there is a key of this id') failed.add(call.headers);
          return right.refusal(refusal, call);
        },
        newKey: async (name, call) => {
          underWay += 1;
          await sleep(meetingMs);
          underWay -= 1;
          return right.newKey(name, call);
        },
        answer: async (answer, call) => {
          const answered = await right.answer(answer, call);
          return failed.has(call.headers) ? { ...answered, status: 500 } : answered;
        },
      };
    },
  },
  'updates-write-back-what-they-read': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    report: 'balderdashy/waterline-docs#80',
    needs: updates,
    under: { ...updatedAtOnce, omittedOnUpdate: 'kept' },
    twist: (right, { store }) => ({
      ...right,
      storeUpdate: async (profile, update) => {
        await sleep(meetingMs);
        const next = right.updated(profile, update);
        store.senderProfiles.update(next);
        return next;
      },
    }),
  },
  'profile-is-missing-while-it-is-updated': {
    breaks: 'PROF-01',
    also: ['PROF-02', 'PROF-03', 'PROF-05'],
    report: 'ourmem/omem#20',
    needs: updates,
    under: updatedAtOnce,
    twist: (right) => {
      const { twisted, isUnderWay } = slowUpdates(right);
      return {
        ...twisted,
        findSenderProfile: (uuid, call) =>
          call.operation === 'senderProfiles.get' && isUnderWay(uuid)
            ? refused('not-found', 'there is no such record')
            : right.findSenderProfile(uuid, call),
      };
    },
  },
  'list-is-refused-while-a-profile-is-updated': {
    breaks: 'HOOK-04',
    also: ['PAGE-07', 'AUTH-05'],
    report: 'DataZooDE/flapi#116',
    needs: updates,
    under: updatedAtOnce,
    twist: (right) => {
      const { twisted, isUnderWay } = slowUpdates(right);
      let isLocked = false;
      return {
        ...twisted,
        storeUpdate: (profile, update, call) => {
          isLocked = true;
          return twisted.storeUpdate(profile, update, call);
        },
        // Whoever asks next finds it free.
        window: (call) => {
          if (!isLocked || !isUnderWay()) return right.window(call);
          isLocked = false;
          return refused('invalid-query', 'the database is locked');
        },
      };
    },
  },
  'list-under-way-brings-back-what-is-deleted': {
    breaks: 'DEL-01',
    also: ['HOOK-03', 'TEST-07', ...everyFilter],
    report: 'nightscout/cgm-remote-monitor#8567',
    needs: ['deletes'],
    under: { successStatusOfDelete: '204' },
    twist: (right) => {
      const underWay = new Map<Headers, number>();
      const back = new Set<unknown>();
      const showing = stillLists(right, (_, { uuid }) => back.has(uuid));
      return {
        ...showing,
        listing: (call) => {
          underWay.set(call.headers, call.caller.accountId);
          return showing.listing(call);
        },
        removeWebhook: (webhook, call) => {
          if ([...underWay.values()].includes(webhook.accountId)) back.add(right.webhookRecord(webhook).uuid);
          showing.removeWebhook(webhook, call);
        },
        answer: async (answer, call) => {
          if (underWay.has(call.headers)) {
            await sleep(meetingMs);
            underWay.delete(call.headers);
          }
          return right.answer(answer, call);
        },
      };
    },
  },
  'tests-at-the-same-time-make-one-call': {
    breaks: 'TEST-02',
    also: ['TEST-04'],
    report: 'reactiveui/Fusillade#33',
    needs: ['deliveries'],
    twist: (right) => {
      const underWay = new Map<string, Promise<DeliveryResult>>();
      return {
        ...right,
        deliver: async (test, payload, call) => {
          const name = JSON.stringify(test);
          const other = underWay.get(name);
          if (other !== undefined) return other;
          const result = right.deliver(test, payload, call);
          underWay.set(name, result);
          await result.finally(() => underWay.delete(name));
          return result;
        },
      };
    },
  },
  'of-first-requests-of-a-key-at-the-same-time-one-is-refused': {
    breaks: 'AUTH-05',
    also: ['HOOK-04', 'KEY-10'],
    report: 'better-auth/better-auth#10300',
    needs: keys,
    // One whose creation was answered 202 may take a moment.
    under: { successStatusOfCreate: '201' },
    twist: (right) => {
      const { made, keeping } = newKeys(right);
      const known = new Set<string>();
      const starting = new Set<string>();
      return {
        ...keeping,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller === null || !made.has(caller.jti) || known.has(caller.jti)) return caller;
          if (starting.has(caller.jti)) return null;
          starting.add(caller.jti);
          await sleep(meetingMs);
          known.add(caller.jti);
          return caller;
        },
      };
    },
  },
});

/** Updates that are stored at once and answered a moment later. */
function slowUpdates(right: Behaviour): {
  readonly twisted: Behaviour;
  /** Whether an update is under way: of this profile, or of any. */
  readonly isUnderWay: (uuid?: string) => boolean;
} {
  const underWay: string[] = [];
  const twisted: Behaviour = {
    ...right,
    storeUpdate: (profile, update, call) => {
      underWay.push(profile.uuid);
      return right.storeUpdate(profile, update, call);
    },
    answer: async (answer, call) => {
      if (call.operation === 'senderProfiles.update' && underWay.length > 0) {
        await sleep(updateMs);
        underWay.shift();
      }
      return right.answer(answer, call);
    },
  };
  return {
    twisted,
    isUnderWay: (uuid) => (uuid === undefined ? underWay.length > 0 : underWay.includes(uuid)),
  };
}
