/** Checks the friendly names against the nullability and requiredness of the API description. */
import { describe, expectTypeOf, test } from 'vitest';
import type {
  ApiKey,
  components,
  CreateApiKeyRequest,
  Filter,
  FilterComparison,
  FilterCondition,
  FilterOperator,
  FilterScalar,
  operations,
  paths,
  SenderProfile,
  SenderProfileUpdate,
  Webhook,
  WebhookEvent,
  WebhookList,
  WebhookTest,
} from './index.ts';

// A union with `string` itself would be `string`, and an editor would have nothing to suggest.
type OtherText = string & {};
type RequestMethod = 'POST' | OtherText;

describe('values that are known beside others that are not', () => {
  test('stay in the type, so that an editor proposes them', () => {
    expectTypeOf<WebhookEvent>().toEqualTypeOf<'sender_profile_sent_email' | OtherText>();
    expectTypeOf<WebhookEvent>().not.toEqualTypeOf<string>();
    expectTypeOf<Webhook['event']>().toEqualTypeOf<WebhookEvent>();
    expectTypeOf<Webhook['request_method']>().toEqualTypeOf<RequestMethod>();
    expectTypeOf<Filter<Webhook>['event']>().toEqualTypeOf<FilterCondition<WebhookEvent> | undefined>();
  });

  test('take any other text, and nothing else', () => {
    expectTypeOf<string>().toExtend<WebhookEvent>();
    expectTypeOf<WebhookEvent>().toExtend<string>();
    expectTypeOf<number>().not.toExtend<WebhookEvent>();
    expectTypeOf<{ event: string[] }>().toExtend<Filter<Webhook>>();
    expectTypeOf<{ event: { '!=': string } }>().toExtend<Filter<Webhook>>();
  });
});

describe('records', () => {
  test('an API key has its six fields, the team alone nullable', () => {
    expectTypeOf<ApiKey>().toEqualTypeOf<{
      jti: string;
      user_id: number;
      team_id: number | null;
      name: string;
      last_token: string;
      created_at: string;
    }>();
  });

  test('a webhook has its four fields, and no index signature that swallows a typo', () => {
    expectTypeOf<keyof Webhook>().toEqualTypeOf<'uuid' | 'event' | 'request_method' | 'target_url'>();
    expectTypeOf<string>().toExtend<Webhook[keyof Webhook]>();
    expectTypeOf<Webhook[keyof Webhook]>().toExtend<string>();
    // @ts-expect-error: misspelt
    expectTypeOf<Webhook>().toHaveProperty('target_uri');
  });

  test('a page has its five fields', () => {
    expectTypeOf<WebhookList>().toEqualTypeOf<{
      data: Webhook[];
      limit: number;
      offset: number;
      total: number;
      has_more: boolean;
    }>();
  });

  test('a sender profile has its fourteen fields, six of them nullable, none optional', () => {
    expectTypeOf<SenderProfile>().toEqualTypeOf<{
      uuid: string;
      team_id: number;
      linkedin_server_id: number | null;
      linkedin_browser_uuid: string | null;
      linkedin_account_uuid: string | null;
      mailbox_uuid: string | null;
      assignee_user_id: number | null;
      first_name: string;
      last_name: string;
      label: string | null;
      status: 'enabled' | OtherText;
      user_id: number;
      created_at: string;
      updated_at: string;
    }>();
  });
});

describe('requests', () => {
  test('creating a key needs a name', () => {
    expectTypeOf<CreateApiKeyRequest>().toEqualTypeOf<{ name: string }>();
  });

  test('a test needs the configuration, and takes a uuid', () => {
    expectTypeOf<WebhookTest>().toEqualTypeOf<{
      uuid?: string;
      event: WebhookEvent;
      request_method: RequestMethod;
      target_url: string;
    }>();
  });

  test('an update needs nothing, and no field of it may be null', () => {
    expectTypeOf<SenderProfileUpdate>().toEqualTypeOf<{
      first_name?: string;
      last_name?: string;
      label?: string;
      schedule?: { [key: string]: unknown };
    }>();
  });
});

describe('filters', () => {
  test('have seven operators', () => {
    expectTypeOf<FilterOperator>().toEqualTypeOf<'=' | '!=' | '<>' | '<' | '<=' | '>' | '>='>();
  });

  test('are as precise in the generated types', () => {
    type Comparison = components['schemas']['FilterComparison'];
    expectTypeOf<keyof Comparison>().toEqualTypeOf<FilterOperator>();
    expectTypeOf<Comparison['>=']>().toEqualTypeOf<FilterScalar | undefined>();
    expectTypeOf<FilterComparison>().toExtend<Comparison>();
    expectTypeOf<{ event: { '~': string } }>().not.toExtend<components['schemas']['Filter']>();
  });

  test('have five forms', () => {
    expectTypeOf<'is_null' | 'is_not_null' | 'a' | 1 | true>().toExtend<FilterCondition>();
    expectTypeOf<string[]>().toExtend<FilterCondition>();
    expectTypeOf<{ '>=': number }>().toExtend<FilterCondition>();
    expectTypeOf<null>().not.toExtend<FilterCondition>();
    expectTypeOf<{ '>=': number[] }>().not.toExtend<FilterCondition>();
    expectTypeOf<NonNullable<Filter[string]>>().toEqualTypeOf<FilterCondition>();
  });

  test('know the fields of a record, where it is named', () => {
    interface Contact {
      name: string;
      age: number | null;
      tags: string[];
    }
    expectTypeOf<{ name: string[]; age: { '>=': 18 }; tags: 'is_null' }>().toExtend<Filter<Contact>>();
    expectTypeOf<{ age: 'old' }>().not.toExtend<Filter<Contact>>();
    expectTypeOf<{ tags: 'x' }>().not.toExtend<Filter<Contact>>();
    expectTypeOf<{ age: { '<': 3; '>': 1 } }>().not.toExtend<Filter<Contact>>();
    expectTypeOf<{ event: FilterComparison<string> }>().toExtend<Filter<Webhook>>();
    // @ts-expect-error: misspelt
    const filter: Filter<Webhook> = { evnt: 'x' };
    expectTypeOf(filter).toEqualTypeOf<Filter<Webhook>>();
    expectTypeOf<FilterScalar>().toEqualTypeOf<string | number | boolean>();
  });

  test('have no other operator', () => {
    // @ts-expect-error: there is no such operator
    const filter: Filter = { event: { '~': 'a' } };
    expectTypeOf(filter).toEqualTypeOf<Filter>();
  });
});

describe('operations', () => {
  test('are the seven of the description, on five paths', () => {
    expectTypeOf<keyof operations>().toEqualTypeOf<
      | 'createApiKey'
      | 'listWebhooks'
      | 'testWebhook'
      | 'deleteWebhook'
      | 'getSenderProfile'
      | 'updateSenderProfile'
      | 'deleteSenderProfile'
    >();
    expectTypeOf<paths['/integrations/api/webhooks']['get']>().toEqualTypeOf<operations['listWebhooks']>();
  });
});
