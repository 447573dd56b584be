/** Sends a control request, and says whether it is answered as it was when the run began. */
import { Stopped } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { announcedWaitMs } from '@outreach-api/wire/announced-wait';
import type { Asked, Control, Sign } from './liveness-monitor.ts';
import type { LoneSender } from '../ledger/lone-sender.ts';
import type { Outcome } from '@outreach-api/wire/transport';
import { faultOfMachine, wasCut, wasUnread } from '@outreach-api/wire/unanswered';

/** Sends a control request once, and says whether it is answered as it was when the run began. */
export async function askControl(sender: LoneSender, { path, isJson }: Control): Promise<Asked> {
  const outcome = await outcomeOf(sender, path);
  if (outcome === null) return { kind: 'unsent', how: '', announcedMs: null };
  const request = `GET ${path}`;
  const fault = outcome.kind === 'unanswered' ? faultOfMachine(outcome) : null;
  if (fault !== null) return { kind: 'blocked', how: fault.seen, announcedMs: null };
  if (outcome.kind === 'unanswered')
    return { kind: 'unanswered', how: `${request} is not answered (${outcome.why})`, announcedMs: null };
  const { answer } = outcome;
  const { ok, status, json, headers } = answer;
  const how = `${request} is answered ${status}`;
  if (ok && (json !== undefined || !isJson)) return { kind: 'as before', how, announcedMs: null };
  if (ok) return { kind: 'turned', how: `${how} with something other than JSON`, announcedMs: null };
  return {
    kind: classOf(answer).kind === 'limited' ? 'limited' : 'turned',
    how,
    announcedMs: announcedWaitMs(headers),
  };
}

async function outcomeOf(sender: LoneSender, path: string): Promise<Outcome | null> {
  try {
    return await sender.ask(path);
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/**
 * What the outcome of any request says about the target's health.
 *
 * @param isOurKey - whether it was sent with the key of the target file
 * @param isImpatient - whether the request probes the rate limit: then neither a refusal nor a dropped connection says
 *   anything
 */
export function signOf(outcome: Outcome, isOurKey: boolean, isImpatient: boolean): Sign {
  if (outcome.kind === 'unanswered')
    return wasUnread(outcome) || (isImpatient && wasCut(outcome))
      ? { kind: 'neutral' }
      : { kind: 'turned', how: outcome.why };
  const { status, ok, json, text } = outcome.answer;
  const { kind, effect, concerns } = classOf(outcome.answer);
  const how = `answered ${status}`;
  if (ok && json === undefined && text.trim() !== '') return { kind: 'turned', how };
  // That other keys are accepted says nothing about ours, the baseline for everything.
  if (ok) return { kind: isOurKey ? 'good' : 'neutral' };
  if (isImpatient) return { kind: 'neutral' };
  if (effect === 'perhaps' || kind === 'redirected') return { kind: 'turned', how };
  if (!isOurKey) return { kind: 'neutral' };
  if (kind === 'limited') return { kind, how };
  return concerns === 'the caller' ? { kind: 'turned', how } : { kind: 'neutral' };
}
