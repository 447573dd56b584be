/** Makes the engine favour low memory over speed: a target may answer with far more than it should. */
import { setFlagsFromString } from 'node:v8';

/** Otherwise, answers that are no longer needed accumulate in memory for a long time. */
export function favourMemory(): void {
  setFlagsFromString('--optimize-for-size');
}
