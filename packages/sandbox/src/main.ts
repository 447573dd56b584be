/** What the command `outreach-sandbox` does: it starts a sandbox on a socket. */
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DialectError, dialectFrom, dialectTable, dimensionNames } from './dialect/dialect.ts';
import type { Dialect } from './dialect/dialect.ts';
import type { RateLimit } from './rate-limit.ts';
import { createSandbox } from './sandbox.ts';
import { serveSandbox } from './serve-sandbox.ts';
import { startText } from './start-text.ts';
import { envText, jsonText, printedForms, targetText, type PrintedForm } from './started-values.ts';
import { DataFileError } from './store/store.ts';
import { findTwin, twins, UnknownTwinError } from './twins/twins.ts';
import type { TwinName } from './twins/twins.ts';

interface CommandOptions {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly seed: number;
  readonly twin?: TwinName;
  readonly dialect?: Dialect;
  readonly rateLimit?: RateLimit;
  readonly webhooks: number;
  readonly latency: number;
  readonly cors?: true;
  readonly print: PrintedForm;
  readonly listTwins?: true;
  readonly listDialect?: true;
}

/** The definition of the command. */
export const command = new Command('outreach-sandbox')
  .description("The outreach platform's API as a local service with real data, keys and webhook calls.")
  .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--data <file>', 'SQLite file that keeps the data; in memory without it')
  .option('--seed <number>', 'the starting data is a function of it', wholeNumber, 1)
  .option('--twin <name>', 'be a broken twin', twinName)
  .option('--dialect <file|json>', 'readings of what the description leaves open, as JSON', dialect)
  .option('--rate-limit <requests/seconds>', 'limit of each account, e.g. 60/1', rateLimit)
  .option('--webhooks <number>', 'how many webhooks the first account starts with', wholeNumber, 47)
  .option('--latency <ms>', 'wait before each answer', wholeNumber, 0)
  .option('--cors', 'let pages of any origin call it from a browser')
  .addOption(
    new Option('--print <form>', 'how address and credentials are printed')
      .choices(printedForms)
      .default('text'),
  )
  .option('--list-twins', 'print the broken twins, and end')
  .option('--list-dialect', 'print the dialect table, and end')
  .exitOverride()
  .configureOutput({
    outputError: (text, write) => {
      write(text);
    },
  });

/** Runs the command with the arguments of the process, and sets its exit code. */
export async function main(): Promise<void> {
  // A reader that has gone away, as `| head` does, is no failure: a sandbox that was started serves on.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    command.parse();
    const options = command.opts<CommandOptions>();
    if (options.listTwins === true) print(twinList());
    else if (options.listDialect === true) print(dialectList());
    else await start(options);
  } catch (error) {
    process.exitCode = exitCode(error);
  }
}

async function start({ port, host, latency, print: form, ...rest }: CommandOptions): Promise<void> {
  const sandbox = await createSandbox({ ...rest, latencyMs: latency });
  const served = await serveSandbox(sandbox, { port, host }).catch((error: unknown) => {
    sandbox.close();
    throw error;
  });
  const texts = {
    text: () => startText(sandbox, served.url, rest.twin),
    env: () => envText(sandbox, served.url),
    json: () => jsonText(sandbox, served.url),
    target: () => targetText(sandbox, served.url),
  };
  print(texts[form]());
  const stop = async (): Promise<void> => {
    await served.close();
    sandbox.close();
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
}

/** For a user's error, one line and exit code 2; 0 if commander only printed help. */
function exitCode(error: unknown): number {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')) {
    return 'exitCode' in error && error.exitCode === 0 ? 0 : 2;
  }
  process.stderr.write(`outreach-sandbox: ${reason(error)}\n`);
  return 2;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message.replace('listen EADDRINUSE: ', '')}; choose another with --port`;
  }
  if (error instanceof DataFileError) return error.message;
  return `cannot start: ${error.message}`;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

function rateLimit(text: string): RateLimit {
  const [, requests, seconds] = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const limit = { requests: Number(requests), perMs: Number(seconds) * 1000 };
  if (limit.requests > 0 && limit.perMs > 0) return limit;
  throw new InvalidArgumentError('It must be requests/seconds, e.g. 60/1.');
}

function twinName(name: string): TwinName {
  try {
    return findTwin(name).name;
  } catch (error) {
    throw error instanceof UnknownTwinError ? new InvalidArgumentError(`${error.message}.`) : error;
  }
}

function dialect(text: string): Dialect {
  try {
    const json = text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8');
    return dialectFrom(JSON.parse(json));
  } catch (error) {
    if (error instanceof DialectError) throw new InvalidArgumentError(`${error.message}.`);
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'the file cannot be read';
    throw new InvalidArgumentError(`${why}.`);
  }
}

function twinList(): string {
  const width = Math.max(...twins.map(({ name }) => name.length));
  return twins
    .map(({ name, breaks, needs }) => `${name.padEnd(width)}  ${breaks}  ${needs.join(', ')}`.trimEnd())
    .join('\n');
}

function dialectList(): string {
  return dimensionNames()
    .map((name) => {
      const { asks, readings, row, default: byDefault } = dialectTable[name];
      const lines = Object.entries(readings).map(
        ([reading, sentence]) => `  ${reading === byDefault ? '*' : ' '} ${reading}: ${sentence}`,
      );
      return `${name} (${row}): ${asks}\n${lines.join('\n')}`;
    })
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
