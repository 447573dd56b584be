/** The rule on JSON (Endpoints). */
import type { Breach } from '@outreach-api/engine';
import type { EndpointsBreaches as Breaches } from '../../rules/breaches/endpoints.ts';
import { judging } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import type { BodySeen } from './body-seen.ts';
import type { OperationId } from '@outreach-api/model/records/operation';

const { holds, shownBy } = judging<Breaches>();

type BodyBreach = Breach<BodySeen>;

/** JSON-01: where the description shows a response body, it is JSON. */
export const describedBodiesAreJson: RuleDefinition<Breaches, BodySeen> = {
  id: 'JSON-01',
  judge: ({ operation, isJson, fault, elsewhere = null }) =>
    shownBy(holds(isJson, 'answer-is-no-json', { operation, fault, elsewhere }), {
      operations: [operation],
    }),
  breaches: {
    'the list is HTML': html('listWebhooks'),
    'a sender profile is HTML': html('getSenderProfile'),
    'an update answers text': html('updateSenderProfile'),
    'a creation answers the bare token': html('createApiKey'),
  },
};

function html(operation: OperationId): BodyBreach {
  return (seen) =>
    seen.operation === operation && seen.isRecord
      ? { ...seen, isJson: false, fault: 'it begins with `<html>`' }
      : undefined;
}
