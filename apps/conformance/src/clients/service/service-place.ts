/** Where services run: on loopback sockets, or within the process. */
import type { ScriptedService } from './scripted-service.ts';

/** A running service. */
export interface OpenService {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Where services run. */
export interface ServicePlace {
  open(service: ScriptedService): Promise<OpenService>;
}
