/** CLI-08: a client that creates a key hands `last_token` to its caller (Authentication). */
import { Unmet } from '@outreach-api/engine';
import { isSuccess } from '@outreach-api/model/records/answer-class';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { DriverCall } from '../driver-call.ts';
import { wholeKey } from '../run/scenario-run.ts';
import { broken, defineClientRule, every, held, shownBy, type Judgement } from './client-rule.ts';

/** What the caller got from a call that created a key. */
type HandedOver = 'the whole key' | 'another value' | 'a failure';

/** A client that creates a key hands the whole of `last_token` to its caller. */
export const newKeyHandedOver = defineClientRule<readonly HandedOver[]>({
  id: 'CLI-08',
  needs: ['apiKeys.create'],
  inCalls: ({ calls }) => atLeastOne(calls.flatMap(handedOver)),
  inExchanges: () => {
    throw new Unmet('exchanges do not show what a client returns to its caller');
  },
  judge: (creations) => every(creations.map(judged)),
  breaches: {
    'the key is left out': (creations) => creations.map(() => 'another value'),
    'the call fails once the key is created': (creations) => creations.map(() => 'a failure'),
  },
});

/** Nothing if no key was created, or the driver did not report the outcome. */
function handedOver({ call, outcome, exchanges }: DriverCall): readonly HandedOver[] {
  if (call !== 'apiKeys.create' || outcome.kind !== 'answered') return [];
  const isCreated = exchanges.some(
    ({ operation, answer }) => operation === 'createApiKey' && answer !== null && isSuccess(answer.status),
  );
  if (!isCreated) return [];
  if (!outcome.answer.ok) return ['a failure'];
  return [holdsKey(outcome.answer.value) ? 'the whole key' : 'another value'];
}

function holdsKey(value: unknown): boolean {
  if (value === wholeKey) return true;
  if (Array.isArray(value)) return value.some(holdsKey);
  return isRecord(value) && Object.values(value).some(holdsKey);
}

function atLeastOne(creations: readonly HandedOver[]): readonly HandedOver[] {
  if (creations.length === 0) throw new Unmet('no key was created');
  return creations;
}

function judged(creation: HandedOver): Judgement {
  if (creation === 'the whole key') return held;
  return shownBy(broken(creation === 'a failure' ? 'creation-fails' : 'key-not-handed-over', {}), {
    sent: ['/id/api/jwt-tokens/create-api-key'],
  });
}
