/** Twins from public bug reports: who asks, in which language, for which team, and whether again. */
import { refused } from '../answer.ts';
import { defineTwins } from './twin.ts';

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
