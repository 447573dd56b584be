/** Observations of a client: each call of a scenario is made once, unless a fresh one is needed. */
import { LoneSource, nothing, type ProgressBoard } from '@outreach-api/engine';
import type { DriverCallName } from '../driver-call.ts';
import type { ClientDomain, ScenarioRunner } from './client-domain.ts';
import { exchangesOf } from './reported-exchange.ts';

/** Observations of a client: no other client uses the service of a scenario. */
export class ClientSource extends LoneSource<ClientDomain> {
  /** @param calls - the calls that the driver can make */
  constructor(runner: ScenarioRunner, calls: readonly DriverCallName[], progress: ProgressBoard) {
    super({
      phases: ['calls'],
      provided: {
        allow: nothing,
        spare: { forRepetitions: nothing, forObservations: nothing },
        missing: (needs) => lacking(needs, calls).map((call) => `a driver that makes \`${call}\``),
        wants: (needs) => lacking(needs, calls).map((call) => `the call ${call}`),
      },
      progress,
      open: ({ freshFor, exchanges }) => ({
        run: async (scenario, asked) => {
          const run = await runner.run(scenario, asked, freshFor);
          for (const call of run.calls) exchanges.push(...exchangesOf(call));
          return run;
        },
      }),
    });
  }
}

function lacking(
  needs: readonly DriverCallName[],
  calls: readonly DriverCallName[],
): readonly DriverCallName[] {
  return [...new Set(needs)].filter((call) => !calls.includes(call));
}
