/** Has the engine keep memory small rather than be fast: a target may answer with far more than it should. */
import { setFlagsFromString } from 'node:v8';

/** Otherwise answers that are not read any more stay in memory until there is a good deal of them. */
export function favourMemory(): void {
  setFlagsFromString('--optimize-for-size');
}
