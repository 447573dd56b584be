/** The types of the types, the sandbox and the suite as a consumer gets them: mistakes that a compiler must see. */
import { judgeTarget } from '@outreach-api/conformance';
import type { JsonReport } from '@outreach-api/conformance';
import { createSandbox } from '@outreach-api/sandbox';
import type { Sandbox } from '@outreach-api/sandbox';
import { mockOutreach as mockFetch } from '@outreach-api/sandbox/fetch';
import { mockOutreach } from '@outreach-api/sandbox/nock';
import type { OutreachMock } from '@outreach-api/sandbox/nock';
import type { ApiKey, Filter, SenderProfile, WebhookList, paths } from '@outreach-api/types';

/** Never called. */
export function mistakesInTypes(list: WebhookList, profile: SenderProfile, key: ApiKey): Filter[] {
  // @ts-expect-error `limit` is a number
  list.limit satisfies string;
  // @ts-expect-error `label` may be null
  profile.label satisfies string;
  // @ts-expect-error `jti` is a string
  key.jti satisfies number;
  // @ts-expect-error no such path
  type NoPath = paths['/webhooks'];
  // @ts-expect-error no such operator
  return [{ event: { '~': 'x' } }];
}

/** Never called. */
export function mistakesInTheSandbox(sandbox: Sandbox, mock: OutreachMock): void {
  // @ts-expect-error `token` is a string
  sandbox.accounts[0].token satisfies number;
  // @ts-expect-error there are two accounts
  sandbox.accounts[2];
  // @ts-expect-error no such operation
  sandbox.record[0]?.operation === 'webhooks.lst';
  // @ts-expect-error `token` is a string
  mock.token satisfies number;
  // @ts-expect-error no such reading
  mockOutreach({ dialect: { pageMaximum: '21' } });
  // @ts-expect-error no such option
  mockFetch({ otherHosts: 'allowed' });
  // @ts-expect-error no such twin
  mock.use({ twin: 'default-limit-is-11' });
  // @ts-expect-error no such operation
  mock.limitNext(1, { operation: 'webhooks.lst' });
  // @ts-expect-error no such option
  void createSandbox({ webhook: 3 });
}

/** Never called. */
export function mistakesInTheSuite(report: JsonReport): void {
  // @ts-expect-error no such verdict
  report.verdict === 'passed';
  // @ts-expect-error a target is required
  void judgeTarget();
}
