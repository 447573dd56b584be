/** The option that runs a part of the rules. */
import { InvalidArgumentError, type Command } from 'commander';
import type { Rule } from '../engine/rule.ts';
import type { Shard } from '../sharding/shard.ts';
import { shardRules } from '../sharding/shard-rules.ts';
import type { Target } from '../target/target.ts';
import { expectedRequests } from './run-length.ts';

/** What {@link shardOption} reads. */
export interface ShardOptions {
  readonly shard?: Shard;
}

/** What one job of several runs. */
export interface OwnPart {
  readonly rules: readonly Rule[];
  readonly target: Target;
  /** Whether this job observes what the description leaves open. */
  readonly observes: boolean;
}

const noChange = { createApiKeys: 0, deliveries: 0, updates: false, deletes: false, flood: 0 };

/** Adds `--shard` to a command. */
export function shardOption(command: Command): Command {
  return command.option(
    '--shard <i/n>',
    'run the i-th of n parts of the rules; `merge` joins the reports. The first part does everything that changes something',
    shardIn,
  );
}

/**
 * The part of a job, or everything if the rules are not split. Only the first part may change something, whatever the
 * target file allows: its budgets are those of the whole run.
 *
 * @throws ConfigurationError if there are more parts than can be run apart
 */
export function ownPart(rules: readonly Rule[], target: Target, shard: Shard | undefined): OwnPart {
  if (shard === undefined) return { rules, target, observes: true };
  const weigh = (members: readonly Rule[]): number =>
    expectedRequests(target, { rules: members, runs: null, path: null, observe: false });
  const own = shardRules(rules, shard, weigh);
  return shard.index === 1
    ? { rules: own, target, observes: true }
    : { rules: own, target: { ...target, allow: { ...target.allow, ...noChange } }, observes: false };
}

function shardIn(value: string): Shard {
  const [, index = '', count = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(value) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index < 1 || shard.index > shard.count)
    throw new InvalidArgumentError('It must be a part and the number of parts, e.g. 2/4.');
  return shard;
}
