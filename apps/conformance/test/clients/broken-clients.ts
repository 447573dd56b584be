/** Clients each of which breaks one statement: the small client with one habit changed. */
import { brokenBehaviour } from './broken-behaviour.ts';
import type { BrokenClient } from './broken-client.ts';
import { brokenRequests } from './broken-requests.ts';

/** All of them. */
export const brokenClients: readonly BrokenClient[] = [...brokenRequests, ...brokenBehaviour];
