/** Checks of statements by what public bug reports name: credentials, headers and uses of keys, events, and retries. */
import type { StatementId } from '../../src/index.ts';
import type { Probe } from '../probe.ts';
import type { Check } from './check.ts';

const takesFilters = ({ dialect }: Probe): boolean => dialect.filterPlacement !== 'none';

export const callerChecks: Readonly<Partial<Record<StatementId, Check>>> = {
  'FILT-01': async (probe) =>
    takesFilters(probe) && (await probe.filtered({ event: 'no_such_event' })).data.length > 0,
};
