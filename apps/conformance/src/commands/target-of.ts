/** The target that the options of a command name. */
import {
  readTargetFile,
  targetFromEnvironment,
  withBaseUrl,
  type ReadFor,
} from '../target/read-target-file.ts';
import type { Target } from '../target/target.ts';

/** What names a target: `--config` and `--url`. */
export interface TargetOptions {
  readonly config?: string;
  readonly url?: string;
}

/**
 * The target of a target file, or of the environment, at the address given instead of its own.
 *
 * @throws ConfigurationError if something in it is missing or wrong
 */
export async function targetOf({ config, url }: TargetOptions, readFor: ReadFor): Promise<Target> {
  if (config === undefined) return targetFromEnvironment(url, process.env, readFor);
  const target = await readTargetFile(config, process.env, readFor);
  return url === undefined ? target : withBaseUrl(target, url);
}
