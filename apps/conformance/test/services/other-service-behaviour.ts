/** The behaviours of the other service, each a way to conform to the description, and the faults it can be given. */

/** How the other service does what the description leaves open. */
export interface OtherServiceBehaviour {
  readonly algorithm: 'ES256' | 'HS384';
  readonly claims: readonly ('exp' | 'jti')[];
  readonly statuses: {
    readonly key: number;
    readonly test: number;
    readonly update: number;
    readonly webhookDeleted: number;
    readonly profileDeleted: number;
  };
  readonly refusals: { readonly credential: number; readonly gone: number; readonly malformed: number };
  /** After how many milliseconds a deletion takes effect. */
  readonly deletesAfterMs: number;
  /** How many webhooks the account starts with. */
  readonly webhooks: number;
  readonly filters: boolean;
  /** The methods that webhook calls can use. */
  readonly deliveries: readonly string[];
  readonly testAnswer: 'passed through' | 'status only';
  readonly omittedLabel: 'cleared' | 'kept';
  readonly sendDate: boolean;
  /** The rate limit of each account: a bucket of this many requests, refilled steadily. */
  readonly bucket: { readonly size: number; readonly perSecond: number } | null;
  /** One in this many requests is answered with 429, however slowly they come. */
  readonly limitsOneIn: number | null;
}

/** As different from the sandbox as the description permits. */
export const unlikeTheSandbox: OtherServiceBehaviour = {
  algorithm: 'ES256',
  claims: ['exp'],
  statuses: { key: 200, test: 201, update: 202, webhookDeleted: 202, profileDeleted: 201 },
  refusals: { credential: 404, gone: 410, malformed: 400 },
  deletesAfterMs: 60,
  webhooks: 47,
  filters: true,
  deliveries: ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'OPTIONS'],
  testAnswer: 'passed through',
  omittedLabel: 'cleared',
  sendDate: true,
  bucket: null,
  limitsOneIn: null,
};

/** The same, without any 202 answers, after which the suite waits longer. */
export const prompt: OtherServiceBehaviour = {
  ...unlikeTheSandbox,
  statuses: { key: 200, test: 201, update: 203, webhookDeleted: 200, profileDeleted: 201 },
};

/** One webhook, no filter, no claim that could be judged, no `Date`. */
export const bare: OtherServiceBehaviour = {
  ...unlikeTheSandbox,
  algorithm: 'HS384',
  claims: [],
  statuses: { key: 202, test: 200, update: 200, webhookDeleted: 204, profileDeleted: 202 },
  refusals: { credential: 403, gone: 404, malformed: 418 },
  webhooks: 1,
  filters: false,
  testAnswer: 'status only',
  omittedLabel: 'kept',
  sendDate: false,
};

/** Calls only with POST and PUT, and one webhook more than a page holds. */
export const fewMethods: OtherServiceBehaviour = {
  ...unlikeTheSandbox,
  algorithm: 'HS384',
  claims: ['exp', 'jti'],
  statuses: { key: 201, test: 202, update: 201, webhookDeleted: 200, profileDeleted: 200 },
  refusals: { credential: 401, gone: 400, malformed: 409 },
  deletesAfterMs: 0,
  webhooks: 21,
  deliveries: ['POST', 'PUT'],
};

/** A fault of the other service: each is a small change in one place. */
export type OtherFault =
  | 'alg none is taken'
  | 'a delete without a credential is answered 404 and done'
  | 'an expired key may update'
  | "another account's delete is answered 404 and done"
  | 'pages of 7 begin one early'
  | 'has_more is true on a full last page'
  | 'IN honours only the first element'
  | '<> is = on target_url'
  | 'a filtered total counts all'
  | 'a key lives 3 x 360 days'
  | 'a key name is cut at 32'
  | 'keys made at once share a jti'
  | 'a key made with a made key has no team'
  | 'webhooks that do not POST are not listed'
  | 'the query is dropped in the call'
  | 'a call that was taken is sent again'
  | 'a PUT carries no payload'
  | 'a delete takes those of the same address'
  | 'a stored name is cut at 32'
  | 'a new label sets updated_at back'
  | 'a deleted profile can be updated'
  | 'updates that meet are mixed'
  | 'each key has a limit of its own'
  | 'a limited update is done'
  | 'a limited update is answered 403'
  | 'every other limited list is answered 403';
