/** Reads a text file, with clear errors. */
import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';

/**
 * The text of a file.
 *
 * @throws ConfigurationError if there is none, or it cannot be read
 */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The error of a file that cannot be read. */
export function unreadable(file: string, error: unknown): ConfigurationError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
  return new ConfigurationError(`${file}: ${why}`);
}
