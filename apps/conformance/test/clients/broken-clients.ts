/** Clients that each break one statement: the small client with one habit changed. */
import { brokenBehaviour } from './broken-behaviour.ts';
import type { BrokenClient } from './broken-client.ts';
import { brokenRequests } from './broken-requests.ts';
import { brokenValues } from './broken-values.ts';

/** All broken clients. */
export const brokenClients: readonly BrokenClient[] = [
  ...brokenRequests,
  ...brokenValues,
  ...brokenBehaviour,
];
