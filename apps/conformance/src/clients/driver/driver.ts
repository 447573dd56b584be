/** A driver: makes calls with the client under test, each on request. */
import type { CallOutcome, DriverCallName } from '../driver-call.ts';

/** What a driver is asked to do. */
export interface DriverRequest {
  readonly call: DriverCallName | 'declare';
  readonly with: Readonly<Record<string, unknown>>;
}

/** What a driver is given for a call. */
export interface DriverPlace {
  readonly baseUrl: string;
  readonly token: string;
  /** How long the call may take, in milliseconds. */
  readonly longestMs: number;
  /** Whether no request has arrived there yet; not set if unknown. */
  readonly isUntouched?: () => boolean;
}

/** Makes calls with the client under test. */
export interface Driver {
  /** Asks for one call. Nothing that the driver does makes it throw. */
  make(request: DriverRequest, place: DriverPlace): Promise<CallOutcome>;
}
