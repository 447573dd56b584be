/** Says in one sentence what a run may do to its target, before it does. */
import type { PlanOptions } from '@outreach-api/engine';
import type { Rule } from '../session/suite.ts';
import type { Need } from '../rules/needs.ts';
import type { Target } from '../target/target.ts';
import { forgedRequests } from './forged-requests.ts';
import { isNeeded, whyNotPossible } from './possible-changes.ts';
import { expectedRequests, lengthText } from './run-length.ts';
import { counted } from '@outreach-api/report/plural';

/** What will be run. */
export interface Planned extends Pick<PlanOptions, 'runs' | 'path'> {
  readonly rules: readonly Rule[];
  /** Whether the run observes how the target handles what the description leaves open. */
  readonly observe: boolean;
  /** The most requests it may send, except to restore; no bound if not set or null. */
  readonly maxRequests?: number | null;
}

/** A plan sends nothing, so it cannot know how long an answer takes; `doctor` measures it. */
const assumedLatencyMs = 100;

/**
 * What a run may do to its target, in one sentence: the most of each thing that is not undone, what is allowed but not
 * possible, and about how many requests, including those with forged credentials. Nothing is sent to find this out.
 */
export function planText(target: Target, planned: Planned): string {
  const parts = [
    keys(target, planned),
    calls(target, planned),
    updates(target, planned),
    deletes(target, planned),
    flood(target, planned),
    requests(target, planned),
  ];
  return `${target.baseUrl}: ${parts.join(', ')}`;
}

function keys(target: Target, planned: Planned): string {
  const most = target.allow.createApiKeys;
  return isNeeded('createApiKeys', target, planned)
    ? `up to ${counted(most, 'key')} created`
    : `no key created${but('createApiKeys', target, planned)}`;
}

function calls(target: Target, planned: Planned): string {
  if (!isNeeded('deliveries', target, planned))
    return `no webhook called${but('deliveries', target, planned)}`;
  const { listen, publicUrl } = target.receiver;
  const where =
    publicUrl === null ? `http://${listen.replace(/:0$/, ' (a free port)')}` : withoutSecrets(publicUrl);
  return `up to ${counted(target.allow.deliveries, 'webhook call')} to ${where}`;
}

function updates(target: Target, planned: Planned): string {
  if (!isNeeded('updates', target, planned)) return `nothing updated${but('updates', target, planned)}`;
  const { senderProfiles } = target.fixtures;
  const made =
    target.provision === null ? '' : senderProfiles.length > 1 ? '' : ' of those that `provision` makes';
  const what = made === '' ? counted(senderProfiles.length, 'profile') : `profiles${made}`;
  return `${what} updated and restored`;
}

function deletes(target: Target, planned: Planned): string {
  if (!isNeeded('deletes', target, planned)) return `nothing deleted${but('deletes', target, planned)}`;
  const { disposableWebhooks, disposableSenderProfiles } = target.fixtures;
  const fixtures = [
    ...(disposableWebhooks.length > 0 ? [counted(disposableWebhooks.length, 'webhook')] : []),
    ...(disposableSenderProfiles.length > 0 ? [counted(disposableSenderProfiles.length, 'profile')] : []),
  ];
  const named = fixtures.length === 0 ? [] : [`up to ${fixtures.join(' and ')} of the fixtures`];
  const made = target.provision === null ? [] : ['what `provision` makes'];
  return `${[...named, ...made].join(' and ')} deleted`;
}

function flood(target: Target, planned: Planned): string {
  return isNeeded('flood', target, planned)
    ? `a flood of up to ${counted(target.allow.flood, 'request')}`
    : `no flood${but('flood', target, planned)}`;
}

function requests(target: Target, planned: Planned): string {
  const { maxRequests = null } = planned;
  const expected = expectedRequests(target, planned);
  const bound = maxRequests === null ? '' : `, at most ${maxRequests} (--max-requests)`;
  const length = lengthText(expected, assumedLatencyMs, target.requests);
  return `about ${counted(expected, 'request')}${bound}${forged(target, planned)}, ${length}`;
}

function forged(target: Target, planned: Planned): string {
  const count = forgedRequests(target, planned);
  if (count === 0) return '';
  return `, some ${count} of them with a missing, random or forged credential, to which a lockout or a firewall may react`;
}

/** Why something allowed is not done, if the target file is the reason. */
function but(permission: Need, target: Target, planned: Planned): string {
  const why = whyNotPossible(permission, target, planned);
  return why === null ? '' : ` (allowed, but that needs ${why})`;
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}
