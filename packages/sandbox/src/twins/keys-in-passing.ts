/** Twins whose defect shows in keys, and in refusals, that were requested for another purpose. */
import { randomBytes } from 'node:crypto';
import { accepted, jsonAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import { changedKey, changedSuccess, without } from './changed.ts';
import { isBlank, refuses, sentIn, type Value } from './new-keys.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin whose refusals of an operation reveal the credential that was sent. */
function refusalEchoes(
  operation: Call['operation'],
  toWhom: (isNew: boolean | null) => boolean = () => true,
): TwinDefinition['twist'] {
  return refuses((answer, { detail }, call, isNew) =>
    call.operation === operation && answer.status >= 400 && toWhom(isNew)
      ? jsonAnswer(answer.status, { error: detail, request: Object.fromEntries(call.headers) })
      : answer,
  );
}

/** A twin that accepts blank names as another one, and shows such keys differently. */
function takesBlankNames(as: string, shows: (record: Value) => Value): TwinDefinition['twist'] {
  return (right) => ({
    ...changedSuccess(right, ['apiKeys.create'], (record, call) =>
      isBlank(sentIn(call)['name']) ? shows(record) : record,
    ),
    keyName: (body) => {
      const name: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'name') : undefined;
      return isBlank(name) ? accepted(as) : right.keyName(body);
    },
  });
}

const updates = ['updates'] as const;
const keys = ['createApiKeys'] as const;
const day = 86_400_000;

export const keysInPassingTwins = defineTwins({
  'refused-creation-echoes-the-main-credential': {
    breaks: 'KEY-08',
    needs: keys,
    twist: refusalEchoes('apiKeys.create', (isNew) => isNew === false),
  },
  'refused-creation-echoes-a-new-key': {
    breaks: 'KEY-08',
    needs: keys,
    under: { longText: 'to-255' },
    twist: refusalEchoes('apiKeys.create', (isNew) => isNew === true),
  },
  'refused-update-echoes-the-credential': {
    breaks: 'KEY-08',
    needs: updates,
    twist: refusalEchoes('senderProfiles.update'),
  },
  'refused-window-echoes-the-credential': {
    breaks: 'KEY-08',
    under: { negativeWindow: 'refused' },
    twist: refusalEchoes('webhooks.list'),
  },
  'blank-key-name-is-taken-and-lost': {
    breaks: 'KEY-02',
    needs: keys,
    twist: takesBlankNames('unnamed', (record) => record),
  },
  'blank-key-name-is-shown-as-null': {
    breaks: 'KEY-01',
    also: ['KEY-02'],
    needs: keys,
    twist: takesBlankNames('', (record) => ({ ...record, name: null })),
  },
  'key-of-a-body-with-more-lacks-created-at': {
    breaks: 'KEY-01',
    needs: keys,
    under: { unknownFields: 'ignored' },
    twist: (right) =>
      changedSuccess(right, ['apiKeys.create'], (record, call) =>
        Object.keys(sentIn(call)).length > 1 ? without(record, 'created_at') : record,
      ),
  },
  'key-of-a-body-with-more-is-named-otherwise': {
    breaks: 'KEY-02',
    needs: keys,
    under: { unknownFields: 'ignored', keyQuota: 'none' },
    twist: (right) =>
      changedSuccess(right, ['apiKeys.create'], (record, call) =>
        Object.keys(sentIn(call)).length > 1 ? { ...record, name: 'imported' } : record,
      ),
  },
  'key-of-a-body-with-more-lives-a-year': {
    breaks: 'KEY-06',
    needs: keys,
    under: { unknownFields: 'ignored', jwtExp: 'present' },
    twist: (right) =>
      changedKey(right, ({ createdAt }, call) =>
        Object.keys(sentIn(call)).length > 1 ? { expiresAt: createdAt + 365 * day } : {},
      ),
  },
  'key-of-a-body-with-more-was-made-yesterday': {
    breaks: 'KEY-09',
    needs: keys,
    under: { unknownFields: 'ignored', dateHeader: 'sent' },
    twist: (right) =>
      changedSuccess(right, ['apiKeys.create'], (record, call) =>
        Object.keys(sentIn(call)).length > 1
          ? {
              ...record,
              created_at: new Date(Date.parse(String(record['created_at'])) - day).toISOString(),
            }
          : record,
      ),
  },
  'key-of-a-blank-name-is-opaque': {
    breaks: 'KEY-04',
    also: ['AUTH-05'],
    needs: keys,
    twist: takesBlankNames('', (record) => ({ ...record, last_token: randomBytes(32).toString('hex') })),
  },
  'key-of-a-blank-name-is-refused': {
    breaks: 'AUTH-05',
    needs: keys,
    twist: (right, world) => {
      const taking = takesBlankNames('', (record) => record)(right, world);
      return {
        ...taking,
        keepKey: (issued, call) => {
          taking.keepKey(issued, call);
          if (isBlank(sentIn(call)['name'])) world.store.keys.revoke(issued.key.jti);
        },
      };
    },
  },
  'test-with-a-uuid-alone-by-a-new-key-is-taken': {
    breaks: 'TEST-01',
    needs: keys,
    twist: refuses((answer, { reason }, _call, isNew) =>
      reason === 'uuid-only' && isNew === true ? jsonAnswer(200, { tested: true }) : answer,
    ),
  },
});
