/** A driver that is a program: started for each call. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '../../engine/clock.ts';
import { ConfigurationError } from '../../target/configuration-error.ts';
import type { CallOutcome, DriverAnswer } from '../driver-call.ts';
import type { Driver, DriverPlace, DriverRequest } from './driver.ts';
import { driverAnswerIn } from './driver-answer.ts';

/** So many characters of what a driver writes are read. */
const longestWritten = 8 * 1024 * 1024;
const longestTold = 400;
/** How long a driver that has answered may take to end by itself. */
const endsWithinMs = 500;

/** A driver that is a program: started for each call, as the driver's contract says. */
export class DriverProcess implements Driver {
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #mask: (text: string) => string;
  readonly #running = new Set<ChildProcessWithoutNullStreams>();

  /**
   * @param env - further variables of its environment
   * @param mask - takes credentials out of what the program writes before anybody sees it
   */
  constructor(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    mask: (text: string) => string,
  ) {
    this.#command = command;
    this.#env = env;
    this.#mask = mask;
  }

  /** @throws ConfigurationError where the program cannot be started */
  async make(request: DriverRequest, place: DriverPlace): Promise<CallOutcome> {
    const child = await started(this.#command, this.#env, place);
    this.#running.add(child);
    const written = { out: '', err: '' };
    const answered = Promise.withResolvers<DriverAnswer>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (written.out.length < longestWritten) written.out += text;
      if (!text.includes('\n')) return;
      const answer = driverAnswerIn(written.out);
      if (answer !== null) answered.resolve(answer);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.err = (written.err + text).slice(-longestTold * 4);
    });
    const ended = once(child, 'close');
    // A program that does not read what it is told has ended before.
    child.stdin.on('error', () => undefined);
    child.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(request)}\n`);
    try {
      return await systemClock.within<CallOutcome>(
        place.longestMs,
        Promise.race([
          answered.promise.then((answer) => ({ kind: 'answered', answer }) as const),
          ended.then(() => this.#endOf(child, written)),
        ]),
        () => ({ kind: 'no answer', why: `it took longer than ${place.longestMs / 1000} s, and was ended` }),
      );
    } finally {
      await systemClock.within(endsWithinMs, ended, () => undefined);
      end(child);
      this.#running.delete(child);
    }
  }

  /** Ends all that are still at work. */
  close(): void {
    for (const child of this.#running) end(child);
  }

  #endOf(
    { exitCode, signalCode }: ChildProcessWithoutNullStreams,
    { out, err }: { readonly out: string; readonly err: string },
  ): CallOutcome {
    const answer = driverAnswerIn(out);
    if (answer !== null) return { kind: 'answered', answer };
    const how = signalCode === null ? `with code ${exitCode}` : `by ${signalCode}`;
    const said =
      out.trim() === '' ? 'without a word' : `after it had written ${JSON.stringify(this.#told(out))}`;
    const complaint = err.trim() === '' ? '' : `; it complained: ${this.#told(err)}`;
    return { kind: 'no answer', why: `it ended ${how} ${said}${complaint}` };
  }

  #told(text: string): string {
    const told = this.#mask(text).trim();
    return told.length > longestTold ? `…${told.slice(-longestTold)}` : told;
  }
}

async function started(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { baseUrl, token }: DriverPlace,
): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(program, args, {
    stdio: 'pipe',
    // A group of its own, so that what it starts ends with it.
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      ...env,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      OUTREACH_BASE_URL: baseUrl,
      OUTREACH_TOKEN: token,
    },
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`the driver cannot be started: ${why}`);
  }
  return child;
}

function end(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
