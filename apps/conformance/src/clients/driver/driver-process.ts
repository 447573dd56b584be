/** A driver that is a program: started for each call, or kept running if it says that it reads further lines. */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { CallOutcome } from '../driver-call.ts';
import type { Driver, DriverPlace, DriverRequest } from './driver.ts';
import { DriverProgram, type DriverCommand } from './driver-program.ts';

/** How a driver is run. */
export interface DriverProcessOptions {
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Removes credentials from what the program writes before anyone sees it. */
  readonly mask?: (text: string) => string;
  /** Receives notices for its owner about how it is run. */
  readonly onNotice?: (text: string) => void;
}

/** A driver that is a program, according to the driver's contract. */
export class DriverProcess implements Driver {
  readonly #command: DriverCommand;
  readonly #onNotice: (text: string) => void;
  readonly #running = new Set<DriverProgram>();
  /** Programs that wait for a further line. */
  readonly #idle: DriverProgram[] = [];
  /** Whether it declares that it reads further lines, and has done so. */
  #stays = false;

  constructor(
    command: readonly string[],
    { env = {}, mask = (text) => text, onNotice = () => undefined }: DriverProcessOptions = {},
  ) {
    this.#command = { command, env, mask };
    this.#onNotice = onNotice;
  }

  /** @throws ConfigurationError if the program cannot be started */
  async make(request: DriverRequest, place: DriverPlace): Promise<CallOutcome> {
    const idle = this.#stays ? this.#takeIdle() : undefined;
    if (idle !== undefined) {
      const outcome = await this.#askStaying(idle, request, place);
      if (outcome.kind === 'answered' || place.isUntouched?.() !== true) return outcome;
      // It stopped reading, despite its declaration. The requested call has not begun.
      if (this.#stays)
        this.#onNotice('the driver left a further line without an answer: it is started for each call');
      this.#stays = false;
    }
    const program = await DriverProgram.start(this.#command, place);
    this.#running.add(program);
    if (this.#stays) return this.#askStaying(program, request, place);
    try {
      const outcome = await program.ask(request, true, place.longestMs);
      if (request.call === 'declare') this.#stays = saysThatItStays(outcome);
      return outcome;
    } finally {
      await program.end();
      this.#running.delete(program);
    }
  }

  /** Ends all programs that are still running. */
  close(): void {
    for (const program of this.#running) program.kill();
  }

  /** The line carries the address and the key for the call, since both differ from call to call. */
  async #askStaying(
    program: DriverProgram,
    request: DriverRequest,
    place: DriverPlace,
  ): Promise<CallOutcome> {
    const { baseUrl, token, longestMs } = place;
    const outcome = await program.ask({ ...request, baseUrl, token }, false, longestMs);
    if (outcome.kind === 'answered') this.#idle.push(program);
    else this.#drop(program);
    return outcome;
  }

  #takeIdle(): DriverProgram | undefined {
    for (let program = this.#idle.pop(); program !== undefined; program = this.#idle.pop()) {
      if (program.isReady) return program;
      this.#drop(program);
    }
    return undefined;
  }

  #drop(program: DriverProgram): void {
    program.kill();
    this.#running.delete(program);
  }
}

function saysThatItStays(outcome: CallOutcome): boolean {
  if (outcome.kind === 'no answer' || !outcome.answer.ok) return false;
  const { value } = outcome.answer;
  return isRecord(value) && value['stays'] === true;
}
