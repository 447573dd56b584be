/** What a run writes while it is in progress, as `--quiet` and `--verbose` say. */
import type { Progress } from '@outreach-api/engine';
import type { JudgeOptions } from '../judge-target.ts';
import { requestLog } from '../report/request-log.ts';
import { progressFormFor, Screen } from '../report/screen.ts';
import { Summary, type Output } from '../report/summary.ts';
import type { RequestListener } from '@outreach-api/wire/request-listener';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { ScreenOptions } from './screen-options.ts';

const atStart: Progress = {
  phase: 'start',
  decided: 0,
  rules: 0,
  requests: 0,
  waits: 0,
  waitingMs: null,
};

/** What a run writes while it is in progress: its plan, its progress, its verdicts, its requests. */
export class RunDisplay {
  readonly summary: Summary;
  readonly #options: ScreenOptions;
  readonly #secrets: Secrets;
  readonly #screen: Screen;

  /** @param estimated - how many requests the run will send if it finds no breach */
  constructor(options: ScreenOptions, estimated: number, secrets: Secrets) {
    const form = options.quiet === true ? 'none' : progressFormFor(process.stderr, process.env);
    this.#screen = new Screen(process.stdout, process.stderr, form, estimated);
    this.summary = new Summary(this.#screen.out, process.env);
    this.#options = options;
    this.#secrets = secrets;
    // A run that is ended at once leaves no half line behind.
    process.once('exit', () => {
      this.end();
    });
  }

  /** Where errors and warnings go while the run is in progress. */
  get err(): Output {
    return this.#screen.err;
  }

  /**
   * The callbacks through which a run reports.
   *
   * @param plan - what it may do, in a sentence
   * @param recorder - is notified of each request, too
   */
  hooks(
    plan: string,
    recorder: RequestListener | null,
  ): Pick<JudgeOptions, 'recorder' | 'onNotice' | 'onProgress' | 'onReady' | 'onResult'> {
    const isQuiet = this.#options.quiet === true;
    this.#screen.progress(atStart);
    const mask = (text: string): string => this.#secrets.mask(text);
    return {
      recorder: this.#options.verbose === true ? requestLog(this.err, mask, recorder) : recorder,
      onProgress: (progress) => {
        this.#screen.progress(progress);
      },
      onNotice: (text) => {
        this.err.write(`outreach-conformance: ${mask(text)}\n`);
      },
      onReady: () => {
        if (!isQuiet) this.#screen.out.write(`${mask(plan)}\n`);
      },
      onResult: (result) => {
        if (!isQuiet) this.summary.decided(result, mask);
      },
    };
  }

  /** Removes the progress line: from now on, output is written directly. */
  end(): void {
    this.#screen.end();
  }
}
