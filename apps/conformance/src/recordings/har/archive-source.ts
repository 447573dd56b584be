/** Where the bytes of an HTTP archive come from: a file, with attached bodies beside it, or a zip that holds both. */
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise, type Entry } from 'yauzl';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { unreadable } from '../../target/read-text.ts';

/** The bytes of an archive. */
export interface ArchiveSource {
  readonly har: AsyncIterable<Buffer>;
  /** The body that is kept in a file of its own; null if there is none, or it is too large. */
  attached(name: string): Promise<Buffer | null>;
  close(): void;
}

const chunkBytes = 1024 * 1024;
const longestAttached = 32 * 1024 * 1024;
const beginningOfZip = 'PK\u0003\u0004';

/**
 * Opens an archive: a `.har`, or a zip of one with its bodies, as Playwright writes.
 *
 * @throws ConfigurationError if it cannot be read, or is a zip without an archive
 */
export async function openArchive(file: string): Promise<ArchiveSource> {
  try {
    return (await beginningOf(file)) === beginningOfZip ? await openZip(file) : besideIt(file);
  } catch (error) {
    throw error instanceof ConfigurationError ? error : unreadable(file, error);
  }
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer: read, bytesRead } = await handle.read(Buffer.alloc(beginningOfZip.length));
    return read.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function besideIt(file: string): ArchiveSource {
  return {
    har: createReadStream(file, { highWaterMark: chunkBytes }),
    attached: async (name) => {
      // An archive names only files beside it.
      if (path.basename(name) !== name) return null;
      const beside = path.join(path.dirname(file), name);
      const size = await stat(beside).then(
        (one) => (one.isFile() ? one.size : null),
        () => null,
      );
      return size === null || size > longestAttached ? null : readFile(beside);
    },
    close: () => undefined,
  };
}

async function openZip(file: string): Promise<ArchiveSource> {
  const zip = await openPromise(file, { autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const har = [...entries.values()].find(({ fileName }) => fileName.endsWith('.har'));
  if (har === undefined) {
    zip.close();
    throw new ConfigurationError(`${file}: it is a zip without an HTTP archive: no file in it ends in .har`);
  }
  return {
    har: await zip.openReadStreamPromise(har),
    attached: async (name) => {
      const entry = entries.get(name);
      if (entry === undefined || entry.uncompressedSize > longestAttached) return null;
      return buffer(await zip.openReadStreamPromise(entry));
    },
    close: () => {
      zip.close();
    },
  };
}
