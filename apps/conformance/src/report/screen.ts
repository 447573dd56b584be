/** What a person sees during a run: progress alongside other output. */
import { systemClock, type Progress } from '@outreach-api/engine';
import { progressText } from './progress-text.ts';
import type { Output } from './summary.ts';

/** A terminal or a log, as `process.stdout` is. */
export interface Stream extends Output {
  readonly columns?: number;
}

/** How the progress of a run is shown: in a line that changes, in a line now and then, or not at all. */
export type ProgressForm = 'live' | 'lines' | 'none';

const redrawnEveryMs = 200;
const lineEveryMs = 10_000;
/** To the beginning of the line, and the line cleared. */
const emptied = '\r\u001B[K';

/** How progress can be shown on a stream: a line that changes needs a terminal, which a CI log is not. */
export function progressFormFor(
  { isTTY }: Stream,
  environment: Readonly<Record<string, string | undefined>>,
): ProgressForm {
  const isCi = !['', 'false', '0'].includes(environment['CI'] ?? '');
  return isTTY === true && !isCi && environment['TERM'] !== 'dumb' ? 'live' : 'lines';
}

/**
 * Shows the progress of a run on the error stream, and keeps it apart from everything written meanwhile, which must go
 * through `out` and `err`.
 */
export class Screen {
  readonly out: Output;
  readonly err: Output;
  readonly #stream: Stream;
  readonly #form: ProgressForm;
  readonly #estimated: number;
  #began: number | null = null;
  #progress: Progress | null = null;
  #printedAt = systemClock.date();
  #stopShowing: (() => void) | undefined;
  #isDrawn = false;

  /** @param estimated - how many requests the run will send if it finds no breach */
  constructor(out: Stream, err: Stream, form: ProgressForm, estimated: number) {
    this.out = this.#withoutProgress(out);
    this.err = this.#withoutProgress(err);
    this.#stream = err;
    this.#form = form;
    this.#estimated = estimated;
  }

  /** Shows how far the run is, now or a little later. */
  progress(progress: Progress): void {
    if (this.#form === 'none') return;
    this.#progress = progress;
    this.#printedAt = systemClock.date();
    if (progress.phase !== 'start') this.#began ??= systemClock.now();
    if (this.#stopShowing !== undefined) return;
    const [show, everyMs] =
      this.#form === 'live'
        ? [this.#draw.bind(this), redrawnEveryMs]
        : [this.#writeLine.bind(this), lineEveryMs];
    this.#stopShowing = systemClock.every(everyMs, show);
    if (this.#form === 'live') this.#draw();
  }

  /** Removes the progress, for good. */
  end(): void {
    this.#stopShowing?.();
    this.#erase();
    this.#progress = null;
  }

  #withoutProgress(stream: Stream): Output {
    return {
      ...(stream.isTTY === undefined ? {} : { isTTY: stream.isTTY }),
      write: (text) => {
        this.#erase();
        stream.write(text);
        this.#draw();
      },
    };
  }

  #draw(): void {
    if (this.#progress === null || this.#form !== 'live') return;
    const width = Math.max(0, (this.#stream.columns ?? 80) - 1);
    this.#stream.write(`${emptied}${cut(this.#text(this.#progress), width)}`);
    this.#isDrawn = true;
  }

  #erase(): void {
    if (this.#isDrawn) this.#stream.write(emptied);
    this.#isDrawn = false;
  }

  #writeLine(): void {
    if (this.#progress !== null) this.#stream.write(`${this.#text(this.#progress)}\n`);
  }

  #text(progress: Progress): string {
    const elapsedMs = this.#began === null ? 0 : systemClock.now() - this.#began;
    return progressText(progress, { estimated: this.#estimated, elapsedMs, printedAt: this.#printedAt });
  }
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
