/** The interface of whatever records every request to the target. */
import type { Recorder } from './recorder.ts';

/** Is notified of every request to the target, repetitions included, and its outcome. It sees credentials. */
export type RequestListener = Pick<Recorder, 'add'>;
