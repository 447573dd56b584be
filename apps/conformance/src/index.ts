/** What `@outreach-api/conformance` offers to code: judging a target from a program or a test runner. */
// Declares the types of what the engine tests.
// oxlint-disable-next-line import/no-unassigned-import
import './history/live-source.ts';

export { judgeHistory } from './judge-history.ts';
export type { JudgeHistoryOptions } from './judge-history.ts';
export { linesOf } from './history/history-file.ts';
export { readHistory } from './history/read-history.ts';
export type { WrittenHistory } from './history/read-history.ts';
export { judgeClient } from './judge-client.ts';
export type { JudgeClientOptions } from './judge-client.ts';
export { judgeClientHistory } from './judge-client-history.ts';
export type { JudgeClientHistoryOptions } from './judge-client-history.ts';
export { readClientHistory } from './clients/history/read-client-history.ts';
export type { ClientHistory } from './clients/history/client-history-line.ts';
export { clientRules } from './clients/rules/client-rules.ts';
export type { ClientRule } from './clients/rules/client-rule.ts';
export { DriverProcess } from './clients/driver/driver-process.ts';
export type { Driver, DriverPlace, DriverRequest } from './clients/driver/driver.ts';
export type { CallOutcome, DriverAnswer } from './clients/driver-call.ts';
export { judgeTarget } from './judge-target.ts';
export type { JudgeOptions } from './judge-target.ts';
export type { Run } from './run.ts';
export type { RunOptions } from './engine/run-rules.ts';
export type { Progress } from './engine/progress.ts';
export type { Rule } from './engine/rule.ts';
export type { SeenBreach } from './engine/search.ts';
export type { Verdict } from './engine/verdict.ts';
export type { ToldResult as RuleResult } from './words/result-words.ts';
export { rules } from './catalogue/rules.ts';
export { selectRules } from './catalogue/select-rules.ts';
export { jsonReport } from './report/json-report.ts';
export type { JsonReport, ReportedRule } from './report/json-report.ts';
export type { Observation } from './observations/observation.ts';
export { completeTarget } from './target/target.ts';
export type { Allowed, Target, TargetInput } from './target/target.ts';
export type { Provision, Provisioner } from './target/provision.ts';
export { readTargetFile, targetFromEnvironment } from './target/read-target-file.ts';
export { ConfigurationError } from './target/configuration-error.ts';
