/** Where services can be met: over loopback, or within the process. */
import type { ScriptedService } from './scripted-service.ts';

/** A service that can be met. */
export interface OpenService {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Where services can be met. */
export interface ServicePlace {
  open(service: ScriptedService): Promise<OpenService>;
}
