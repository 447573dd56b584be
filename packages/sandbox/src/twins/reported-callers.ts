/** Twins from public bug reports: who asks, in which language, how often at once, and whether again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../answer.ts';
import { everyFilter } from './consequences.ts';
import { defineTwins } from './twin.ts';

/** Long enough for a request that was sent at the same time to meet this one. */
const meetingMs = 20;

export const reportedCallersTwins = defineTwins({
  'list-for-other-languages-is-refused': {
    breaks: 'HOOK-04',
    report: 'ocaml/ocaml.org#205',
    twist: (right) => ({
      ...right,
      page: (listing, window, call) => {
        const preferred = /^[a-z]+/i.exec(call.headers.get('accept-language') ?? '')?.[0];
        return preferred === undefined || ['en', 'fr'].includes(preferred.toLowerCase())
          ? right.page(listing, window, call)
          : refused('invalid-query', 'there is no text in this language');
      },
    }),
  },
  'of-lists-asked-with-one-key-at-the-same-time-one-is-refused': {
    breaks: 'HOOK-04',
    also: ['AUTH-05', 'KEY-10', 'PAGE-07', 'PAGE-08', 'HOOK-02', 'RATE-01', ...everyFilter],
    report: 'lokalise/node-lokalise-api#8',
    twist: (right) => {
      const inUse = new Set<string>();
      const locked = new WeakSet<Headers>();
      return {
        ...right,
        identify: async (token, call) => {
          const caller = await right.identify(token, call);
          if (caller === null || call.operation !== 'webhooks.list') return caller;
          if (inUse.has(caller.jti)) {
            locked.add(call.headers);
            return null;
          }
          inUse.add(caller.jti);
          await sleep(meetingMs);
          inUse.delete(caller.jti);
          return caller;
        },
        notAdmitted: async (refusal, call) => {
          const answer = await right.notAdmitted(refusal, call);
          return locked.has(call.headers) ? { ...answer, status: 423 } : answer;
        },
      };
    },
  },
  'team-is-the-one-that-a-header-names': {
    breaks: 'TEAM-01',
    also: ['TEAM-02', 'KEY-10'],
    report: 'bigcapitalhq/bigcapital#1094',
    needs: ['otherAccountToken'],
    twist: (right, { store }) => ({
      ...right,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        const team = Number(call.headers.get('organization-id') ?? Number.NaN);
        const account = store.accounts().find(({ teamId }) => teamId === team);
        return caller === null || account === undefined
          ? caller
          : { ...caller, accountId: account.id, teamId: account.teamId };
      },
    }),
  },
  'limited-update-stays-limited-when-it-is-sent-again': {
    breaks: 'RATE-03',
    report: 'matrix-org/synapse#1801',
    needs: ['flood', 'updates'],
    twist: (right) => {
      const kept = new Set<string>();
      return {
        ...right,
        admit: (call) => {
          const admission = right.admit(call);
          if (call.operation !== 'senderProfiles.update') return admission;
          const name = `${call.caller.jti} ${call.path} ${call.body}`;
          if (!admission.admitted) kept.add(name);
          return kept.has(name) && admission.admitted ? { admitted: false, waitMs: 1000 } : admission;
        },
      };
    },
  },
});
