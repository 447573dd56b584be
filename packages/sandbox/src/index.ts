/** The sandbox of the outreach platform's API: what this package offers. */
import './supported-node.ts';
export {
  dialectFrom,
  dialectTable,
  defaultDialect,
  DialectError,
  dimensionNames,
} from './dialect/dialect.ts';
export type { Dialect, DialectDimension } from './dialect/dialect.ts';
export type { Dimension, OpenRow } from './dialect/dimension.ts';
export type { DeliveryAnswer } from './delivery/answered-in-process.ts';
export type { Deliver, Delivery, DeliveryOptions, DeliveryResult } from './delivery/deliver.ts';
export type { DeliveryHosts } from './delivery/target-address.ts';
export type { SandboxEnv } from './http/read-body.ts';
export type { LimitNextOptions, MadeUpAnswer, NextOptions, Planning } from './next-answers.ts';
export type { RateLimit } from './rate-limit.ts';
export type { Effect, Operation, RecordedRequest } from './request-record.ts';
export { createSandbox } from './sandbox.ts';
export type { NewSenderProfile, Sandbox, SandboxAccount, SandboxOptions } from './sandbox-options.ts';
export { serveSandbox } from './serve-sandbox.ts';
export type { ServedSandbox } from './serve-sandbox.ts';
export type { Snapshot } from './snapshot.ts';
export { DataFileError } from './store/store.ts';
export { isTwinName, twins, UnknownTwinError } from './twins/twins.ts';
export type { Twin, TwinName } from './twins/twins.ts';
export type { StatementId, TwinDefinition, TwinNeed } from './twins/twin.ts';
