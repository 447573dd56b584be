/** An observation: something that the description leaves open, and how the target handles it. Never a breach. */
import * as fc from 'fast-check';
import { defineExperiment, type Experiment } from '../session/suite.ts';
import type { Resource } from '../session/resources.ts';
import type { Session } from '../session/session.ts';
import type { Need } from '../rules/needs.ts';
import type { OpenStatementId } from '@outreach-api/model/records/observation';

/** How something is determined; see {@link defineObservation}. */
export interface ObservationDefinition {
  readonly id: OpenStatementId;
  /** Unique within the id. */
  readonly question: string;
  /** What the target's owner must have allowed or provided; otherwise the observation is left out. */
  readonly needs?: readonly Need[];
  /** Without `reads` and `changes`, nothing is sent: the answer comes from what the run has seen. */
  readonly reads?: readonly Resource[];
  readonly changes?: readonly Resource[];
  /** Those of which it changes single records only, locking each one itself. */
  readonly changesRecordsOf?: readonly Resource[];
  /**
   * Finds the answer; null leaves the observation out. Nothing in it may differ from run to run: no identifiers, dates,
   * counts of data or generated text.
   *
   * @throws Unmet if it cannot be determined
   */
  find(session: Session): Promise<string | null>;
}

/** Something to be determined about a target. */
export interface OpenQuestion extends ObservationDefinition {
  readonly needs: readonly Need[];
  readonly reads: readonly Resource[];
  readonly changes: readonly Resource[];
  readonly changesRecordsOf: readonly Resource[];
  /** How it is determined: what it sees is the answer, or null if that is left out. */
  readonly experiment: Experiment<null, string | null>;
}

/** Makes an open question from its description. */
export function defineObservation(definition: ObservationDefinition): OpenQuestion {
  const { id, question, needs = [], reads = [], changes = [], changesRecordsOf = [] } = definition;
  return {
    ...definition,
    needs,
    reads,
    changes,
    changesRecordsOf,
    find: async (session) => definition.find(session),
    experiment: defineExperiment({
      does: question,
      name: `${id}-${question.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      needs,
      phase: 'delete',
      reads,
      changes,
      changesRecordsOf,
      given: fc.constant(null),
      first: [null],
      runs: 0,
      probe: async (_, session) => definition.find(session),
    }),
  };
}
