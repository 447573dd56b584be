/** The seven operations, and which of them a request is for. */

/** The seven operations, named as in the OpenAPI document. */
export type OperationId =
  | 'createApiKey'
  | 'listWebhooks'
  | 'testWebhook'
  | 'deleteWebhook'
  | 'getSenderProfile'
  | 'updateSenderProfile'
  | 'deleteSenderProfile';

/** All seven. */
export const allOperations: readonly OperationId[] = [
  'createApiKey',
  'listWebhooks',
  'testWebhook',
  'deleteWebhook',
  'getSenderProfile',
  'updateSenderProfile',
  'deleteSenderProfile',
];

const reads: ReadonlySet<OperationId> = new Set<OperationId>(['listWebhooks', 'getSenderProfile']);

/** Whether an operation changes something, or calls somebody; false if it is none of the seven. */
export function isWrite(operation: OperationId | null): boolean {
  return operation !== null && !reads.has(operation);
}

const ofLists: Readonly<Record<string, OperationId>> = {
  'POST /id/api/jwt-tokens/create-api-key': 'createApiKey',
  'GET /integrations/api/webhooks': 'listWebhooks',
  'POST /integrations/api/webhooks/test': 'testWebhook',
};
const ofRecords: Readonly<Record<string, OperationId>> = {
  'DELETE /integrations/api/webhooks/': 'deleteWebhook',
  'GET /flows/api/sender-profiles/': 'getSenderProfile',
  'PUT /flows/api/sender-profiles/': 'updateSenderProfile',
  'DELETE /flows/api/sender-profiles/': 'deleteSenderProfile',
};

/** The operation that a request is for; null if it is none of the seven. */
export function operationOf(method: string, path: string): OperationId | null {
  const at = path.indexOf('?');
  const request = `${method} ${at < 0 ? path : path.slice(0, at)}`;
  const record = request.lastIndexOf('/') + 1;
  return (
    ofLists[request] ?? (record < request.length ? ofRecords[request.slice(0, record)] : undefined) ?? null
  );
}
