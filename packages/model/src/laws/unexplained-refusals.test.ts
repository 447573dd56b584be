import { describe, expect, it } from 'vitest';
import { classOf } from '../records/answer-class.ts';
import { unexplainedRefusals, type AskedRequest } from './unexplained-refusals.ts';

const uuid = '5a3c1f0e-7d0a-4f0b-9c59-5b3d8b8e7a11';
const profile = `/flows/api/sender-profiles/${uuid}`;
const webhook = `/integrations/api/webhooks/${uuid}`;
const list = '/integrations/api/webhooks?limit=5';

/** One request after the other, each of which takes 10 ms, 10 ms after the one before. */
function inTurn(...requests: readonly Partial<AskedRequest>[]): readonly AskedRequest[] {
  return requests.map(({ status = 200, ...request }, at) => ({
    from: at * 20,
    to: at * 20 + 10,
    operation: 'getSenderProfile',
    isMainKey: true,
    isPlain: true,
    path: profile,
    sent: undefined,
    came: classOf(status === null ? null : { status }),
    status,
    ...request,
  }));
}

const update = { operation: 'updateSenderProfile', sent: { first_name: 'Ada' } } as const;
const deletion = { operation: 'deleteSenderProfile' } as const;
const webhookDeletion = { operation: 'deleteWebhook', path: webhook } as const;
const listing = { operation: 'listWebhooks', path: list } as const;
const creation = {
  operation: 'createApiKey',
  path: '/id/api/jwt-tokens/create-api-key',
  sent: { name: 'North' },
} as const;
const test = {
  operation: 'testWebhook',
  path: '/integrations/api/webhooks/test',
  sent: { event: 'replied', request_method: 'POST', target_url: 'http://127.0.0.1:1/a' },
} as const;

describe('a refusal that nothing explains', () => {
  it.each<[what: string, operation: AskedRequest['operation'], requests: readonly AskedRequest[]]>([
    ['a read between reads', 'getSenderProfile', inTurn({}, { status: 404 }, {})],
    [
      'a read during a write',
      'getSenderProfile',
      [...inTurn({}, { status: 500 }, {}), ...inTurn({ ...update, from: 0, to: 60 })],
    ],
    ['an update between reads', 'updateSenderProfile', inTurn({}, { ...update, status: 403 }, {})],
    [
      'a failure of the service during another write',
      'updateSenderProfile',
      [
        ...inTurn({}, { ...update, status: 500 }, {}),
        ...inTurn({ ...update, path: '/flows/api/sender-profiles/other', from: 0, to: 60 }),
      ],
    ],
    [
      'a deletion of a profile that can be read again',
      'deleteSenderProfile',
      inTurn({}, { ...deletion, status: 400 }, {}),
    ],
    [
      'a deletion that succeeds the second time',
      'deleteWebhook',
      inTurn({}, { ...webhookDeletion, status: 500 }, webhookDeletion),
    ],
    ['a list that was accepted before', 'listWebhooks', inTurn(listing, { ...listing, status: 404 }, {})],
    [
      'a creation under a name that is accepted later',
      'createApiKey',
      inTurn({}, { ...creation, status: 400 }, creation),
    ],
  ])('is %s', (_, operation, requests) => {
    expect(operation && unexplainedRefusals(requests, operation, [uuid])).toMatchObject([{ operation }]);
  });

  it.each<[what: string, operation: AskedRequest['operation'], requests: readonly AskedRequest[]]>([
    ['where a gateway answers', 'getSenderProfile', inTurn({}, { status: 502 }, {})],
    ['where the moment is the reason', 'getSenderProfile', inTurn({}, { status: 409 }, {})],
    ['by a limit', 'getSenderProfile', inTurn({}, { status: 429 }, {})],
    ['of another key', 'getSenderProfile', inTurn({}, { status: 404, isMainKey: false }, {})],
    ['for a header that may be minded', 'getSenderProfile', inTurn({}, { status: 406, isPlain: false }, {})],
    [
      'while nothing is accepted',
      'getSenderProfile',
      inTurn({}, { status: 403 }, { status: 403 }, { status: 403 }, { from: 2000, to: 2010 }),
    ],
    [
      'of a profile that may be deleted',
      'getSenderProfile',
      inTurn({}, { ...deletion, status: null }, {}, { status: 404 }, {}),
    ],
    [
      'of an update beside another write',
      'updateSenderProfile',
      [...inTurn({}, { ...update, status: 403 }, {}), ...inTurn({ ...test, from: 0, to: 60 })],
    ],
    [
      'of an update after a change that was answered 202',
      'updateSenderProfile',
      inTurn({}, { ...update, status: 202 }, { ...update, status: 404 }, {}),
    ],
    [
      'of text that may be refused',
      'updateSenderProfile',
      inTurn({}, { ...update, sent: { first_name: '<b>' }, status: 422 }, {}),
    ],
    [
      'of an update of a profile that cannot be read later',
      'updateSenderProfile',
      inTurn({}, { ...update, status: 404 }, { status: 404 }, listing),
    ],
    [
      'of an update of a profile that could not be read any more before',
      'updateSenderProfile',
      inTurn({}, { status: 404 }, listing, { ...update, status: 500 }, listing),
    ],
    [
      'right after a change with a wrong credential',
      'getSenderProfile',
      inTurn({}, { ...deletion, isMainKey: false, status: 401 }, { status: 404 }, {}),
    ],
    ['of a second deletion', 'deleteSenderProfile', inTurn({}, deletion, { ...deletion, status: 404 }, {})],
    [
      'of a webhook that may not have come to each server yet',
      'deleteWebhook',
      inTurn({}, { ...webhookDeletion, status: 404 }, webhookDeletion),
    ],
    ['of a list that never was accepted', 'listWebhooks', inTurn({}, { ...listing, status: 400 }, {})],
    [
      'of a page of a list that may have become shorter',
      'listWebhooks',
      inTurn(
        { ...listing, path: `${list}&offset=5` },
        { ...listing, path: `${list}&offset=5`, status: 416 },
        {},
      ),
    ],
    [
      'of a page of more records than each server must give',
      'listWebhooks',
      inTurn({ ...listing, path: `${list}0` }, { ...listing, path: `${list}0`, status: 400 }, {}),
    ],
    [
      'of a name that may be in use',
      'createApiKey',
      inTurn(creation, { ...creation, sent: { name: 'South' }, status: 400 }, creation),
    ],
    [
      'of a body that has more than the name',
      'createApiKey',
      inTurn(creation, { ...creation, sent: { name: 'North', label: 'North' }, status: 400 }, creation),
    ],
    ['of a test, whose target may have failed', 'testWebhook', inTurn(test, { ...test, status: 500 }, test)],
  ])('is none %s', (_, operation, requests) => {
    expect(operation && unexplainedRefusals(requests, operation, [uuid])).toEqual([]);
  });

  it('is one of several between which none was accepted', () => {
    const down = [{ ...update, status: 500 }, listing, { ...update, status: 500 }, listing];
    const once = inTurn({}, ...down, update);
    const twice = inTurn({}, ...down, update, ...down);
    expect(unexplainedRefusals(once, 'updateSenderProfile', [uuid])).toHaveLength(1);
    expect(unexplainedRefusals(twice, 'updateSenderProfile', [uuid])).toHaveLength(2);
  });

  it('is not the refusal of a profile that was just made', () => {
    const requests = inTurn({}, { status: 404 }, {});
    expect(unexplainedRefusals(requests, 'getSenderProfile', [])).toEqual([]);
  });
});
