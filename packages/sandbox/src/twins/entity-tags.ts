/** Twins from public bug reports: entity tags that stay although what they stand for has changed. */
import { createHash } from 'node:crypto';
import { emptyAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import type { World } from '../world.ts';
import { defineTwins, updatedAtOnce, type TwinDefinition } from './twin.ts';

/**
 * A twin with entity tags, which answers 304 to a request that has the current one.
 *
 * @param standsFor - what the tag of an answer is made of; undefined if it has none
 */
function tags(standsFor: (value: unknown, call: Call, world: World) => unknown): TwinDefinition['twist'] {
  return (right, world) => ({
    ...right,
    answer: async (answer, call) => {
      const answered = await right.answer(answer, call);
      const isRead = call.operation === 'senderProfiles.get' || call.operation === 'webhooks.list';
      if (!isRead || answered.status >= 300 || answered.body.kind !== 'json') return answered;
      const base = standsFor(answered.body.value, call, world);
      if (base === undefined) return answered;
      const caller = call.headers.get('authorization');
      const text = JSON.stringify([caller, call.path, call.query.toString(), base]);
      const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
      const isCurrent = call.headers.get('if-none-match') === etag;
      const tagged = isCurrent ? emptyAnswer(304) : answered;
      return { ...tagged, headers: { ...answered.headers, etag } };
    },
  });
}

export const entityTagsTwins = defineTwins({
  'entity-tag-of-the-list-is-that-of-its-newest-webhook': {
    breaks: 'DEL-01',
    report: 'getodk/central#599',
    needs: ['deletes'],
    twist: tags((_value, { operation }, { store }) =>
      operation === 'webhooks.list' ? store.webhooks.all().at(-1)?.uuid : undefined,
    ),
  },
  'entity-tag-of-the-list-is-that-of-its-address': {
    breaks: 'DEL-01',
    report: 'chibisov/drf-extensions#34',
    needs: ['deletes'],
    twist: tags((_value, { operation }) => (operation === 'webhooks.list' ? null : undefined)),
  },
  'entity-tag-of-a-profile-leaves-out-its-label': {
    breaks: 'PROF-05',
    report: 'open-metadata/OpenMetadata#30497',
    needs: ['updates'],
    under: { omittedOnUpdate: 'kept', ...updatedAtOnce },
    twist: tags((value, { operation }) =>
      operation === 'senderProfiles.get' && typeof value === 'object' && value !== null
        ? Object.entries(value).filter(([name]) => /^(?:first|last)_name$/.test(name))
        : undefined,
    ),
  },
});
