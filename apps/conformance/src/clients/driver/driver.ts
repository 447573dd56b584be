/** A driver: makes calls with the client under test, each when it is asked for. */
import type { CallOutcome, DriverCallName } from '../driver-call.ts';

/** What a driver is asked for. */
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
  /** Whether no request has come there yet; not set where that is not known. */
  readonly isUntouched?: () => boolean;
}

/** Makes calls with the client under test. */
export interface Driver {
  /** Asks for one call. It never throws for what the driver does. */
  make(request: DriverRequest, place: DriverPlace): Promise<CallOutcome>;
}
