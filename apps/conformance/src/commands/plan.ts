/** Says in one sentence what a run may do to its target, before it does. */
import { providedBy } from '../target/needs.ts';
import { plannedInputs, type PlanOptions } from '../engine/plan.ts';
import type { Rule } from '../engine/rule.ts';
import { openQuestions } from '../catalogue/open-questions.ts';
import { missing, type Need } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import { forgedRequests } from './forged-requests.ts';
import { measuredRequests } from './measured-requests.ts';
import { isNeeded, whyNotPossible } from './possible-changes.ts';

/** What will be run. */
export interface Planned extends Pick<PlanOptions, 'runs' | 'path'> {
  readonly rules: readonly Rule[];
  /** Whether the run observes how the target handles what the description leaves open. */
  readonly observe: boolean;
}

/** The assumed number of requests of an experiment that was never measured. */
const usualRequests = 6;

/**
 * What a run may do to its target, in one sentence: the most of each thing that is not undone, what is allowed but not
 * possible, and about how many requests, including those with forged credentials. Nothing is sent to find this out.
 */
export function planText(target: Target, planned: Planned): string {
  const requests = foretoldRequests(target, planned);
  const parts = [
    keys(target, planned),
    calls(target, planned),
    updates(target, planned),
    deletes(target, planned),
    flood(target, planned),
    `about ${rounded(requests)} requests${forged(target, planned)}`,
  ];
  return `${target.baseUrl}: ${parts.join(', ')}`;
}

/**
 * How many requests a run sends besides the flood if it finds no breach: from what each experiment took on a list of
 * some 50 webhooks. A longer list takes more, a slow or rate-limited target somewhat more, a breach up to 200 each.
 */
export function foretoldRequests(target: Target, planned: Planned): number {
  const inputs = plannedInputs(providedBy(target), planned.rules, planned);
  let requests = 1;
  for (const [experiment, tries] of inputs)
    requests += tries * (measuredRequests[experiment] ?? usualRequests);
  if (!planned.observe) return Math.round(requests);
  for (const { experiment } of openQuestions)
    if (missing(experiment.needs, target).length === 0)
      requests += measuredRequests[experiment.name] ?? usualRequests;
  return Math.round(requests);
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

/** A number of requests to two digits: more would be false precision. */
export function rounded(requests: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(requests)) - 1);
  return Math.round(requests / unit) * unit;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}
