/** Reads a JSON report back, with clear errors. */
import { Secrets } from '@outreach-api/masking/secrets';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { explainSchemaErrors } from '../target/explain-schema-errors.ts';
import { readText } from '../target/read-text.ts';
import { schemaValidator } from '../target/schema-validator.ts';
import type { Observation } from '@outreach-api/model/records/observation';
import type { JsonReport, ReportedRule } from '@outreach-api/report/json-report';
import schema from './report.schema.json' with { type: 'json' };

type Late<Whole, Key extends keyof Whole> = Omit<Whole, Key> & Partial<Pick<Whole, Key>>;

type RuleOnFile = Late<ReportedRule, 'reason' | 'fault' | 'runs' | 'caught' | 'unseen' | 'breach'>;

/** A report as it may be on disk: what is not needed to understand the rest may be missing. */
type ReportOnFile = Late<
  Omit<JsonReport, 'rules'>,
  'startedAt' | 'version' | 'stopped' | 'waits' | 'deviations'
> & { readonly rules: readonly RuleOnFile[] };

const options = { allErrors: false, allowUnionTypes: true, verbose: true };
const validator = schemaValidator<ReportOnFile>(schema, options);

/**
 * Reads a report that `--json` wrote.
 *
 * @throws ConfigurationError if the file cannot be read, or is not a report
 */
export async function readReport(file: string): Promise<JsonReport> {
  const written = parse(file, await readText(file));
  const validate = validator();
  if (!validate(written))
    throw new ConfigurationError(
      `${file}: it is not a report of outreach-conformance: ${explainSchemaErrors(validate.errors ?? [], 'a report')}`,
    );
  const missing = { startedAt: '', version: '', stopped: false, waits: 0, deviations: [] };
  return {
    ...missing,
    ...written,
    rules: written.rules.map(completeRule),
    observations: written.observations.map(completeObservation),
  };
}

function completeRule(rule: RuleOnFile): ReportedRule {
  return { reason: null, fault: false, runs: 0, caught: [], unseen: [], breach: null, ...rule };
}

/** Reports of earlier versions say only in the answer that something was not determined. */
function completeObservation(observation: Observation): Observation {
  return observation.answer.startsWith('not found out: ') ? { ...observation, found: false } : observation;
}

function parse(file: string, text: string): unknown {
  try {
    // Its author is unknown: what is made of it is shown to people.
    return new Secrets().maskAll(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    throw new ConfigurationError(
      `${file}: it is not JSON${text.trim() === '' ? ' (it is empty)' : ''}; a report is written by --json FILE`,
    );
  }
}
