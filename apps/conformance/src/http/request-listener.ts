/** Who is told of every request to the target. */
import type { Recorder } from './recorder.ts';

/** Is told of every request to the target, repetitions included, and of what came. It sees credentials. */
export type RequestListener = Pick<Recorder, 'add'>;
