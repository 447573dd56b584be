/** Histories on file: plain, or gzipped if their name ends in `.gz`. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import type { WriteLine } from './history-writer.ts';

/** Of one line, in characters. */
const longestLine = 64 * 1024 ** 2;

/** A history that is being written. */
export interface HistoryFile {
  readonly write: WriteLine;
  /** @throws Error if it could not be written */
  end(): Promise<void>;
}

/**
 * Opens a file to write a history to.
 *
 * @throws ConfigurationError if that is not possible
 */
export async function openHistory(file: string): Promise<HistoryFile> {
  const written = createWriteStream(file);
  await once(written, 'open').catch((error: unknown) => {
    throw new ConfigurationError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const lines = new PassThrough();
  const done = file.endsWith('.gz') ? pipeline(lines, createGzip(), written) : pipeline(lines, written);
  // Reported at the end: the run does not end for it.
  done.catch(() => undefined);
  return {
    write: (line) => {
      if (lines.writable) lines.write(line);
    },
    end: async () => {
      lines.end();
      await done;
    },
  };
}

/**
 * The lines of a history on file.
 *
 * @throws ConfigurationError if it cannot be read
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  try {
    yield* linesIn(file.endsWith('.gz') ? unpacked(bytes) : bytes, file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const code = codeOf(error);
    if (code === 'ENOENT') throw new ConfigurationError(`${file}: there is no such file`);
    if (code === 'Z_BUF_ERROR')
      throw new ConfigurationError(`${file}: it is cut: the end of the run is missing`);
    if (code.startsWith('Z_')) throw new ConfigurationError(`${file}: it is not gzipped, as its name says`);
    throw new ConfigurationError(`${file}: it cannot be read (${code})`);
  } finally {
    bytes.destroy();
  }
}

/** @throws ConfigurationError if a line is longer than any that a run writes: it would not fit into memory */
async function* linesIn(bytes: NodeJS.ReadableStream, file: string): AsyncGenerator<string> {
  bytes.setEncoding('utf8');
  let number = 1;
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [first = '', ...others] = String(chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > longestLine)
      throw new ConfigurationError(
        `${file}: line ${number} is longer than ${longestLine / 1024 ** 2} MB: no history has such a line`,
      );
    for (const next of others) {
      yield withoutReturn(begun.join(''));
      number += 1;
      begun = [next];
      length = next.length;
    }
  }
  if (length > 0) yield withoutReturn(begun.join(''));
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function unpacked(bytes: NodeJS.ReadableStream): NodeJS.ReadableStream {
  const gunzip = createGunzip();
  // The reader gets the error.
  pipeline(bytes, gunzip).catch(() => undefined);
  return gunzip;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
