/** Sends webhook tests that lack one or more of the three required fields. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { fullTest } from './full-test.ts';
import { knownWebhook, namedEvent } from './known-webhook.ts';
import { noKnownWebhook, refusedAll } from './uuid-only-test.ts';

/** The fields that a test requires. */
export type RequiredField = 'event' | 'request_method' | 'target_url';

/** A test that lacks something. */
export interface PartialTest {
  readonly lacks: readonly RequiredField[];
  /** None, one that no webhook has, or that of a webhook. */
  readonly uuid: 'none' | 'fresh' | 'known';
  readonly request_method: string;
  /** How long a call is waited for, in milliseconds. */
  readonly waitMs: number;
}

/** How a test that lacks something was answered. */
export interface PartialTestSeen {
  readonly accepted: boolean;
  readonly status: number;
  /** Calls of the target that was sent, and of the webhook's own. */
  readonly calls: number;
  /** Whether the same test was taken when it was whole. */
  readonly fullTestTaken: boolean;
}

const fields: readonly RequiredField[] = ['event', 'request_method', 'target_url'];
const one = fields.map((field) => [field]);
const two = fields.map((field) => fields.filter((other) => other !== field));

function lacking(
  sets: readonly (readonly RequiredField[])[],
  uuid: PartialTest['uuid'],
  waitMs: number,
): PartialTest[] {
  return sets.map((lacks) => ({ lacks, uuid, request_method: 'POST', waitMs }));
}

/**
 * Tests that lack a required field (Test a webhook). The whole test, taken, is the control. A lone uuid is a matter of
 * its own (TEST-01).
 */
export const partialTest = defineExperiment<PartialTest, PartialTestSeen>({
  name: 'partial-test',
  needs: ['deliveries'],
  phase: 'refusal',
  changes: ['webhooks'],
  given: fc.record({
    lacks: fc.subarray([...fields], { minLength: 1, maxLength: 2 }),
    uuid: fc.constantFrom('none', 'fresh'),
    request_method: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE'),
    waitMs: fc.constant(20),
  }),
  first: [
    ...lacking(one, 'none', 200),
    ...lacking(one, 'known', 120),
    ...lacking(one, 'fresh', 20),
    ...lacking(two, 'none', 20),
    ...lacking(two, 'known', 20),
    ...lacking(two, 'fresh', 20),
    ...lacking([fields], 'none', 20),
  ],
  runs: 4,
  costly: true,
  probe: async (given, session) => {
    const full = await fullTest.in(session);
    const known = given.uuid === 'known' ? await knownWebhook.in(session) : null;
    if (given.uuid === 'known' && known === null) throw new Unmet(noKnownWebhook);
    const own = (await session.receiver()).open('/partial', 208);
    const callsBefore = known?.stored?.calls.length ?? 0;
    const answer = await session.api.testWebhook(
      {
        ...(given.uuid === 'none' ? {} : { uuid: known?.uuid ?? randomUUID() }),
        ...(given.lacks.includes('event') ? {} : { event: namedEvent }),
        ...(given.lacks.includes('request_method') ? {} : { request_method: given.request_method }),
        ...(given.lacks.includes('target_url') ? {} : { target_url: own.url }),
      },
      known !== null,
    );
    await wait(given.waitMs);
    const calls = own.calls.length + (known?.stored?.calls.length ?? 0) - callsBefore;
    if (!full.accepted && !answer.ok && calls === 0) throw new Unmet(refusedAll(full.status));
    return { accepted: answer.ok, status: answer.status, calls, fullTestTaken: full.accepted };
  },
});
