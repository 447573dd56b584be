/** A running driver program: reads requests and writes answers, line by line. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '@outreach-api/engine';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { CallOutcome, DriverAnswer } from '../driver-call.ts';
import type { DriverPlace } from './driver.ts';
import { driverAnswerIn } from './driver-answer.ts';

/** Only so many characters of a driver's output are read. */
const longestWritten = 8 * 1024 * 1024;
const longestShown = 400;
/** How long a program that should exit may take to do so. */
const endsWithinMs = 500;

/** How the program of a driver is started. */
export interface DriverCommand {
  readonly command: readonly string[];
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes credentials from what the program writes before anyone sees it. */
  readonly mask: (text: string) => string;
}

/** A running driver program. */
export class DriverProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #mask: (text: string) => string;
  readonly #ended: Promise<unknown>;
  #answered = Promise.withResolvers<DriverAnswer>();
  #out = '';
  #err = '';
  #isOver = false;

  private constructor(child: ChildProcessWithoutNullStreams, mask: (text: string) => string) {
    this.#child = child;
    this.#mask = mask;
    this.#ended = once(child, 'close').then(() => {
      this.#isOver = true;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (this.#out.length < longestWritten) this.#out += text;
      const answer = text.includes('\n') ? driverAnswerIn(this.#out) : null;
      if (answer !== null) this.#answered.resolve(answer);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#err = (this.#err + text).slice(-longestShown * 16);
    });
    // A program that does not read its input has already exited.
    child.stdin.on('error', () => undefined);
    child.on('error', () => undefined);
  }

  /** @throws ConfigurationError if the program cannot be started */
  static async start({ command, env, mask }: DriverCommand, place: DriverPlace): Promise<DriverProgram> {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      stdio: 'pipe',
      // A process group of its own, so that the processes it starts end with it.
      detached: process.platform !== 'win32',
      env: environment(env, place),
    });
    try {
      await once(child, 'spawn');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ConfigurationError(`the driver cannot be started: ${why}`);
    }
    return new DriverProgram(child, mask);
  }

  /** Whether it can take a request: it has not exited, and has written nothing unasked. */
  get isReady(): boolean {
    return !this.#isOver && driverAnswerIn(this.#out) === null;
  }

  /** Sends one request. @param isLast - whether no further request follows, so that it should exit by itself */
  async ask(asked: object, isLast: boolean, longestMs: number): Promise<CallOutcome> {
    const line = `${JSON.stringify(asked)}\n`;
    if (isLast) this.#child.stdin.end(line);
    else this.#child.stdin.write(line);
    const outcome = await systemClock.within<CallOutcome>(
      longestMs,
      Promise.race([
        this.#answered.promise.then((answer) => ({ kind: 'answered', answer }) as const),
        this.#ended.then(() => this.#endOutcome()),
      ]),
      () => ({ kind: 'no answer', why: `it took longer than ${longestMs / 1000} s, and was killed` }),
    );
    if (outcome.kind === 'answered') {
      this.#out = '';
      this.#answered = Promise.withResolvers();
    }
    return outcome;
  }

  /** Lets it exit by itself if it does so soon, and kills it otherwise. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await systemClock.within(endsWithinMs, this.#ended, () => undefined);
    this.kill();
  }

  /** Kills it and the processes it started. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }

  #endOutcome(): CallOutcome {
    const answer = driverAnswerIn(this.#out);
    if (answer !== null) return { kind: 'answered', answer };
    const { exitCode, signalCode } = this.#child;
    const how = signalCode === null ? `with code ${exitCode}` : `by ${signalCode}`;
    const said =
      this.#out.trim() === ''
        ? 'without a word'
        : `after it had written ${JSON.stringify(this.#shown(this.#out))}`;
    const complaint =
      this.#err.trim() === '' ? '' : `; it complained: ${this.#shown(withoutStackFrames(this.#err))}`;
    return { kind: 'no answer', why: `it ended ${how} ${said}${complaint}` };
  }

  #shown(text: string): string {
    const shown = this.#mask(text).trim();
    return shown.length > longestShown ? `…${shown.slice(-longestShown)}` : shown;
  }
}

/** Some languages put the error message before the stack frames, others after them. */
function withoutStackFrames(text: string): string {
  return text.replaceAll(/^\s+at .*\n?/gm, '');
}

function environment(
  env: Readonly<Record<string, string>>,
  { baseUrl, token }: DriverPlace,
): Record<string, string | undefined> {
  return {
    ...process.env,
    ...env,
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    OUTREACH_BASE_URL: baseUrl,
    OUTREACH_TOKEN: token,
  };
}
