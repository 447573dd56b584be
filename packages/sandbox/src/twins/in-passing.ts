/** Twins whose defect shows in answers that were asked for something else. */
import { randomBytes } from 'node:crypto';
import { accepted, jsonAnswer } from '../answer.ts';
import type { Answer, Refusal } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import type { SenderProfileUpdate } from '../records.ts';
import { changedKey, changedSuccess, changedWindow, without } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

type Value = Readonly<Record<string, unknown>>;

function sentIn({ body }: Call): Value {
  try {
    const sent: unknown = JSON.parse(body);
    return typeof sent === 'object' && sent !== null ? { ...sent } : {};
  } catch {
    return {};
  }
}

/** A twin that refuses otherwise; `isNew` says whether the caller's key was made through the API, null where nobody was let in. */
function refuses(
  otherwise: (answer: Answer, refusal: Refusal, call: Call, isNew: boolean | null) => Answer,
): TwinDefinition['twist'] {
  return (right) => {
    const { made, keeping } = remembersKeys(right);
    const callers = new WeakMap<Headers, string>();
    return {
      ...keeping,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        if (caller !== null) callers.set(call.headers, caller.jti);
        return caller;
      },
      refusal: (refusal, call) => {
        const jti = callers.get(call.headers);
        return otherwise(
          right.refusal(refusal, call),
          refusal,
          call,
          jti === undefined ? null : made.has(jti),
        );
      },
    };
  };
}

/** A twin whose refusals of an operation show the credential that was sent. */
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

/** Remembers which keys were made through the API. */
function remembersKeys(right: Behaviour): {
  readonly made: ReadonlySet<string>;
  readonly keeping: Behaviour;
} {
  const made = new Set<string>();
  return {
    made,
    keeping: {
      ...right,
      keepKey: (issued, call) => {
        made.add(issued.key.jti);
        right.keepKey(issued, call);
      },
    },
  };
}

/** A twin that answers a caller whose key was made through the API with something else. */
function toNewKeys(operation: Call['operation'], change: (value: Value) => Value): TwinDefinition['twist'] {
  return (right) => {
    const { made, keeping } = remembersKeys(right);
    return changedSuccess(keeping, [operation], (value, { caller }) =>
      made.has(caller.jti) ? change(value) : value,
    );
  };
}

/** A twin that stores only some of the updates of each profile, and answers all of them. */
function storesOf(which: (count: number) => boolean): TwinDefinition['twist'] {
  return (right) => {
    const counts = new Map<string, number>();
    return {
      ...right,
      storeUpdate: async (profile, update, call) => {
        const count = (counts.get(profile.uuid) ?? 0) + 1;
        counts.set(profile.uuid, count);
        if (which(count)) await right.storeUpdate(profile, update, call);
        return right.updated(profile, update);
      },
    };
  };
}

function otherUuid(record: Value): Value {
  return { ...record, uuid: `${String(record['uuid']).slice(0, -4)}0000` };
}

const updates = ['updates'] as const;
const keys = ['createApiKeys'] as const;
const blankIsText = { emptyText: 'taken' } as const;

export const inPassingTwins = defineTwins({
  'update-of-the-label-alone-turns-the-first-name-to-null': {
    breaks: 'PROF-01',
    also: ['PROF-04', 'PROF-05'],
    needs: updates,
    twist: (right) => {
      const nameless = new Set<string>();
      return {
        ...right,
        storeUpdate: (profile, update, call) => {
          const sent = Object.keys(sentIn(call));
          if (sent.join() === 'label') nameless.add(profile.uuid);
          else if (sent.includes('first_name')) nameless.delete(profile.uuid);
          return right.storeUpdate(profile, update, call);
        },
        senderProfileRecord: (profile) => {
          const record = right.senderProfileRecord(profile);
          return nameless.has(profile.uuid) ? { ...record, first_name: null } : record;
        },
      };
    },
  },
  'update-by-a-new-key-answers-another-uuid': {
    breaks: 'PROF-06',
    also: ['PROF-04'],
    needs: ['updates', 'createApiKeys'],
    twist: toNewKeys('senderProfiles.update', otherUuid),
  },
  'empty-update-answers-another-uuid': {
    breaks: 'PROF-06',
    also: ['PROF-04'],
    needs: updates,
    under: { emptyUpdate: 'taken' },
    twist: (right) =>
      changedSuccess(right, ['senderProfiles.update'], (record, call) =>
        Object.keys(sentIn(call)).length === 0 ? otherUuid(record) : record,
      ),
  },
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
    twist: refusalEchoes('webhooks.list'),
  },
  'blank-key-name-is-taken-and-lost': {
    breaks: 'KEY-02',
    needs: keys,
    under: blankIsText,
    twist: (right) => ({
      ...right,
      keyName: (body) => {
        const name = right.keyName(body);
        return name.ok && name.value.trim() === '' ? accepted('unnamed') : name;
      },
    }),
  },
  'blank-key-name-is-shown-as-null': {
    breaks: 'KEY-01',
    also: ['KEY-02'],
    needs: keys,
    under: blankIsText,
    twist: (right) =>
      changedSuccess(right, ['apiKeys.create'], (record) =>
        String(record['name']).trim() === '' ? { ...record, name: null } : record,
      ),
  },
  'blank-first-name-is-taken-and-lost': {
    breaks: 'PROF-05',
    also: ['PROF-04'],
    needs: updates,
    under: { ...blankIsText, omittedOnUpdate: 'kept', successStatusOfUpdate: '200' },
    twist: (right) => ({
      ...right,
      update: (body) => {
        const update = right.update(body);
        if (!update.ok || update.value.firstName?.trim() !== '') return update;
        const { firstName: _lost, ...kept }: SenderProfileUpdate = update.value;
        return accepted(kept);
      },
    }),
  },
  'second-update-of-a-profile-is-not-stored': {
    breaks: 'PROF-05',
    also: ['PROF-07', 'PROF-12'],
    needs: updates,
    twist: storesOf((count) => count !== 2),
  },
  'profile-read-by-a-new-key-lacks-its-status': {
    breaks: 'PROF-01',
    needs: keys,
    twist: toNewKeys('senderProfiles.get', (record) => without(record, 'status')),
  },
  'page-for-a-new-key-never-has-more': {
    breaks: 'PAGE-06',
    needs: keys,
    twist: toNewKeys('webhooks.list', (envelope) => ({ ...envelope, has_more: false })),
  },
  'page-for-a-new-key-lacks-its-total': {
    breaks: 'PAGE-04',
    needs: keys,
    twist: toNewKeys('webhooks.list', (envelope) => without(envelope, 'total')),
  },
  'webhook-under-a-negated-filter-lacks-its-method': {
    breaks: 'HOOK-01',
    needs: ['filters'],
    twist: (right) =>
      changedSuccess(right, ['webhooks.list'], (envelope, call) => {
        const filter = right.filter(call);
        const negates = filter.ok && filter.value !== null && JSON.stringify(filter.value).includes('!=');
        const { data } = envelope;
        return negates && Array.isArray(data)
          ? { ...envelope, data: data.map((record: Value) => without(record, 'request_method')) }
          : envelope;
      }),
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
    under: { unknownFields: 'ignored' },
    twist: (right) =>
      changedSuccess(right, ['apiKeys.create'], (record, call) =>
        Object.keys(sentIn(call)).length > 1 ? { ...record, name: 'imported' } : record,
      ),
  },
  'profile-read-by-a-new-key-is-of-another-uuid': {
    breaks: 'PROF-02',
    needs: keys,
    twist: toNewKeys('senderProfiles.get', otherUuid),
  },
  'profile-read-by-a-new-key-was-updated-before-it-was-created': {
    breaks: 'PROF-07',
    needs: keys,
    twist: toNewKeys('senderProfiles.get', (record) => ({ ...record, updated_at: '1970-01-01T00:00:00Z' })),
  },
  'update-by-a-new-key-answers-without-label': {
    breaks: 'PROF-04',
    needs: ['updates', 'createApiKeys'],
    twist: toNewKeys('senderProfiles.update', (record) => without(record, 'label')),
  },
  'page-for-a-new-key-is-of-10': {
    breaks: 'PAGE-01',
    needs: keys,
    twist: (right) => {
      const { made, keeping } = remembersKeys(right);
      return changedWindow(keeping, (_window, { caller, query }) =>
        made.has(caller.jti) && !query.has('limit') ? { limit: 10 } : {},
      );
    },
  },
  'page-for-a-new-key-begins-at-1': {
    breaks: 'PAGE-02',
    needs: keys,
    twist: (right) => {
      const { made, keeping } = remembersKeys(right);
      return changedWindow(keeping, (_window, { caller, query }) =>
        made.has(caller.jti) && !query.has('offset') ? { offset: 1 } : {},
      );
    },
  },
  'page-for-a-new-key-lacks-a-record': {
    breaks: 'PAGE-05',
    also: ['PAGE-06'],
    needs: keys,
    twist: toNewKeys('webhooks.list', (envelope) => {
      const { data } = envelope;
      return Array.isArray(data) ? { ...envelope, data: data.slice(1) } : envelope;
    }),
  },
  'page-of-another-account-is-of-10': {
    breaks: 'PAGE-01',
    needs: ['otherAccountToken'],
    twist: (right, { store }) =>
      changedWindow(right, ({ limit }, { caller, query }) =>
        caller.accountId !== store.accounts()[0]?.id && !query.has('limit') ? { limit: limit / 2 } : {},
      ),
  },
  'page-of-another-account-always-has-more': {
    breaks: 'PAGE-06',
    also: ['PAGE-10'],
    needs: ['otherAccountToken'],
    twist: (right, { store }) =>
      changedSuccess(right, ['webhooks.list'], (envelope, { caller }) =>
        caller.accountId === store.accounts()[0]?.id ? envelope : { ...envelope, has_more: true },
      ),
  },
  'key-of-another-account-is-named-otherwise': {
    breaks: 'KEY-02',
    needs: ['createApiKeys', 'otherAccountToken'],
    twist: (right, { store }) =>
      changedSuccess(right, ['apiKeys.create'], (record, { caller }) =>
        caller.accountId === store.accounts()[0]?.id ? record : { ...record, name: 'key' },
      ),
  },
  'key-of-another-account-lives-a-year': {
    breaks: 'KEY-06',
    needs: ['createApiKeys', 'otherAccountToken'],
    under: { jwtExp: 'present' },
    twist: (right, { store }) =>
      changedKey(right, ({ createdAt, accountId }) =>
        accountId === store.accounts()[0]?.id ? {} : { expiresAt: createdAt + 365 * 86_400_000 },
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
              created_at: new Date(Date.parse(String(record['created_at'])) - 86_400_000).toISOString(),
            }
          : record,
      ),
  },
  'key-of-a-blank-name-is-opaque': {
    breaks: 'KEY-04',
    needs: keys,
    under: blankIsText,
    twist: (right) =>
      changedSuccess(right, ['apiKeys.create'], (record) =>
        String(record['name']).trim() === ''
          ? { ...record, last_token: randomBytes(32).toString('hex') }
          : record,
      ),
  },
  'webhooks-of-another-account-share-a-uuid': {
    breaks: 'HOOK-03',
    needs: ['otherAccountToken'],
    twist: (right, { store }) =>
      changedSuccess(right, ['webhooks.list'], (envelope, { caller }) => {
        const { data } = envelope;
        return caller.accountId !== store.accounts()[0]?.id && Array.isArray(data)
          ? { ...envelope, data: data.map((record: Value) => ({ ...record, uuid: data[0]?.uuid })) }
          : envelope;
      }),
  },
  'test-with-a-uuid-alone-by-a-new-key-is-taken': {
    breaks: 'TEST-01',
    needs: keys,
    twist: refuses((answer, { reason }, _call, isNew) =>
      reason === 'uuid-only' && isNew === true ? jsonAnswer(200, { tested: true }) : answer,
    ),
  },
});
