/** Twins that break the section Update a sender profile. */
import { defineTwins } from './twin.ts';

export const updateASenderProfileTwins = defineTwins({
  'update-is-echoed-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-12'],
    needs: ['updates'],
    twist: (right) => ({ ...right, storeUpdate: (profile, update) => right.updated(profile, update) }),
  },
});
