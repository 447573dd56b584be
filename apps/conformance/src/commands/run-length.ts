/** Estimates how many requests a run sends, and how long it takes. */
import { plannedInputs } from '@outreach-api/engine';
import { openQuestions } from '../catalogue/open-questions.ts';
import { approximateTime } from '@outreach-api/report/approximate-time';
import { missing, providedBy } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Planned } from './plan.ts';

/** What an experiment sends once, to set up and check, and for each input (one that was sent before is not repeated). */
const requestsOf = { experiment: 10, input: 0.4, question: 1 };
/** Requests do not fill all slots all the time: some wait for others. */
const idleFactor = 1.6;

/**
 * About how many requests a run sends, without the flood, if it finds no breach on a list of some 50 webhooks. A longer
 * list takes more, and so does a gateway that fails; a breach takes up to 200 more. Never above `maxRequests`.
 */
export function expectedRequests(target: Target, planned: Planned): number {
  const inputs = [...plannedInputs(providedBy(target), planned.rules, planned).values()];
  const questions = planned.observe
    ? openQuestions.filter(({ experiment }) => missing(experiment.needs, target).length === 0)
    : [];
  const all =
    inputs.length * requestsOf.experiment +
    inputs.reduce((sum, tries) => sum + tries, 0) * requestsOf.input +
    questions.length * requestsOf.question;
  return Math.min(roundedToTwoDigits(1 + all), planned.maxRequests ?? Number.POSITIVE_INFINITY);
}

/**
 * About how long that many requests take, in seconds.
 *
 * @param latencyMs - from a request to its answer, in milliseconds
 */
export function expectedSeconds(requests: number, latencyMs: number, settings: Target['requests']): number {
  const { concurrency, maxPerSecond } = settings;
  const underWay = (idleFactor * requests * latencyMs) / 1000 / concurrency;
  const paced = maxPerSecond === null ? 0 : requests / maxPerSecond;
  return Math.max(underWay, paced);
}

/** How long a run takes at this latency and at the pace of the target file, in words. */
export function lengthText(requests: number, latencyMs: number, settings: Target['requests']): string {
  const { concurrency, maxPerSecond } = settings;
  const pace = maxPerSecond === null ? '' : ` and at most ${maxPerSecond} per second`;
  const time = approximateTime(expectedSeconds(requests, latencyMs, settings));
  return `${time} at ${Math.round(latencyMs)} ms per request, ${concurrency} at a time${pace}`;
}

/** More digits would be false precision. */
function roundedToTwoDigits(requests: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(requests)) - 1);
  return Math.round(requests / unit) * unit;
}
