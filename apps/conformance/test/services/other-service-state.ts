/** What the other service keeps in memory, and how it shows it. */
import { randomUUID } from 'node:crypto';
import type { Deliver } from '@outreach-api/sandbox';
import type { OtherFault, OtherServiceBehaviour } from './other-service-behaviour.ts';

/** A webhook of the other service. */
export interface OtherWebhook {
  readonly uuid: string;
  readonly event: string;
  readonly request_method: string;
  readonly target_url: string;
}

/** A sender profile of the other service: its mutable part. */
export interface OtherProfile {
  readonly uuid: string;
  readonly made: number;
  first_name: string;
  last_name: string;
  label: string | null;
  updated: number;
}

/** An account: one user and the team of that user. */
export interface OtherAccount {
  readonly team: number;
  readonly user: number;
  readonly webhooks: Map<string, OtherWebhook>;
  readonly profiles: Map<string, OtherProfile>;
  /** Deleted records, by uuid in upper case. */
  readonly gone: Map<string, OtherProfile | null>;
}

/** The whole service. */
export interface OtherState {
  readonly behaviour: OtherServiceBehaviour;
  readonly fault: OtherFault | null;
  readonly accounts: readonly [OtherAccount, OtherAccount];
  /** How targets are called. */
  readonly call: Deliver;
  /** Requests so far. */
  count: number;
}

/** An answer before it is written. */
export interface Reply {
  readonly status: number;
  /** Written as JSON. */
  readonly json?: unknown;
  /** Written unchanged. */
  readonly text?: string;
  readonly type?: string;
}

/** A service with two empty accounts. */
export function newState(
  behaviour: OtherServiceBehaviour,
  fault: OtherFault | null,
  call: Deliver,
): OtherState {
  const accounts = [newAccount(71), newAccount(93)] as const;
  return { behaviour, fault, accounts, call, count: 0 };
}

/** Adds a webhook and returns its uuid. */
export function addWebhook(account: OtherAccount, webhook: Omit<OtherWebhook, 'uuid'>): string {
  const uuid = randomUUID().toUpperCase();
  account.webhooks.set(uuid, { uuid, ...webhook });
  return uuid;
}

/** Adds a sender profile, created yesterday, and returns its uuid. */
export function addProfile(
  account: OtherAccount,
  { first_name, last_name, label }: Pick<OtherProfile, 'first_name' | 'last_name' | 'label'>,
): string {
  const uuid = randomUUID().toUpperCase();
  const made = Date.now() - 86_400_000;
  account.profiles.set(uuid, { uuid, made, first_name, last_name, label, updated: made });
  return uuid;
}

/** A moment in whole seconds, in Indian time. */
export function stamp(at: number): string {
  return `${new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 19)}+05:30`;
}

/** Further fields, different in each answer. */
export function further(state: OtherState): Readonly<Record<string, unknown>> {
  return {
    'x-seen': state.count,
    '': [randomUUID()],
    Rank: state.count % 7 === 0 ? null : `${Math.random()}`,
  };
}

function newAccount(team: number): OtherAccount {
  return { team, user: team * 10 + 1, webhooks: new Map(), profiles: new Map(), gone: new Map() };
}
