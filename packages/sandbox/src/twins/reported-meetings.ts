/** Twins from public bug reports: two requests that meet, each of which is answered rightly when it comes alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import type { Filter } from '../filter/filter.ts';
import type { Caller } from '../records.ts';
import { everyFilter, whateverMissesRecords } from './consequences.ts';
import { defineTwins } from './twin.ts';

/** Long enough for a request that was sent at the same time to meet this one. */
const meetingMs = 20;

const keys = ['createApiKeys'] as const;

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
          shared = filter.ok ? filter.value : null;
          await sleep(meetingMs);
          return caller;
        },
        filter: (call) => {
          const filter = right.filter(call);
          return filter.ok ? { ...filter, value: shared } : filter;
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
  'answers-to-reads-at-the-same-time-are-swapped': {
    breaks: 'PROF-02',
    also: ['PROF-03', 'PROF-08', 'TEAM-02'],
    report: 'cherokee/webserver#903',
    twist: (right) => {
      let waiting: { readonly answer: Answer; readonly take: (other: Answer) => void } | null = null;
      return {
        ...right,
        answer: async (answer, call) => {
          const own = await right.answer(answer, call);
          if (call.operation !== 'senderProfiles.get' || own.status > 299) return own;
          if (waiting !== null) {
            const other = waiting;
            waiting = null;
            other.take(own);
            return other.answer;
          }
          return new Promise((resolve) => {
            const mine = { answer: own, take: resolve };
            waiting = mine;
            void sleep(meetingMs).then(() => {
              if (waiting === mine) waiting = null;
              resolve(own);
            });
          });
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
});
