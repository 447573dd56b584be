/** Faults drawn from a table of operation × effect × circumstance: what nobody thought of one by one. */
import type { Sandbox } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { allOperations, type OperationId } from '@outreach-api/model/records/operation';
import type { Answerer } from '../../simulation/simulated-network.ts';
import { circumstances, circumstancesOf, RequestLog } from './circumstance.ts';
import type { Described, Faulty } from './effect.ts';
import { effects, admitting } from './effects.ts';

/** One fault: an operation mistreats requests under a circumstance. */
export interface DrawnFault {
  readonly operation: OperationId;
  readonly effect: string;
  readonly circumstance: string;
}

const letsIn = 'lets others in';

/** All faults of the table. */
export const allFaults: readonly DrawnFault[] = allOperations
  .flatMap((operation) =>
    [...Object.keys(effects[operation]), letsIn].flatMap((effect) =>
      circumstancesOf[operation].map((circumstance) => ({ operation, effect, circumstance })),
    ),
  )
  .filter((fault) => !isAllowed(fault));

/** A service may take one request at a time, and need not take each method. */
function isAllowed({ effect, circumstance }: DrawnFault): boolean {
  return effect.startsWith('refuses') && /^while|GET|PUT|DELETE/.test(circumstance);
}

/** As many different faults of the table, by seed. */
export function faultsFrom(seed: number, count: number): readonly DrawnFault[] {
  const [drawn = []] = fc.sample(
    fc.shuffledSubarray([...allFaults], {
      minLength: Math.min(count, allFaults.length),
      maxLength: Math.min(count, allFaults.length),
    }),
    { seed, numRuns: 1 },
  );
  return drawn;
}

/** A fault in words. */
export function faultInWords({ operation, effect, circumstance }: DrawnFault): string {
  return `${operation} ${effect} ${circumstance}`;
}

/** The beginnings of the ids of statements that a fault breaks. */
export function brokenBy({ operation, effect }: DrawnFault): readonly string[] {
  return describedOf(operation, effect).breaks;
}

function describedOf(operation: OperationId, effect: string): Described {
  return effect === letsIn ? admitting : (effects[operation][effect] ?? admitting);
}

/** A sandbox with a fault, and how often the fault showed. */
export function withFault(fault: DrawnFault, onShown: () => void): (sandbox: Sandbox) => Answerer {
  const { effect } = describedOf(fault.operation, fault.effect);
  const applies = circumstances[fault.circumstance] ?? (() => false);
  return (sandbox) => {
    const log = new RequestLog(sandbox);
    const answers = new Map<string, Response>();
    return async (request, env) => {
      const of = await log.begin(request, env.body);
      if (of === null) return sandbox.fetch(request, env);
      let straight: Response | null = null;
      const pass: Faulty['pass'] = async (other) => {
        if (other !== undefined) return sandbox.fetch(other, env);
        straight ??= await sandbox.fetch(request.clone(), env);
        return straight;
      };
      const same = `${request.headers.get('authorization')} ${request.method} ${request.url} ${env.body ?? ''}`;
      const before = answers.get(same)?.clone() ?? null;
      const isFaulty = of.operation === fault.operation && applies(of);
      const faulty = isFaulty ? await effect({ request, of, sandbox, pass, before }) : null;
      const answer = faulty ?? (await pass());
      if (faulty !== null) onShown();
      if (answer.ok) answers.set(same, answer.clone());
      await log.end(of, answer);
      return answer;
    };
  };
}
