/** What is thrown where a run cannot be done as it was asked for. */
/**
 * The run cannot be done as it was asked for: a bad target file, option or credential, or a target that cannot
 * be reached. The message is one line that says what is wrong, where, and what to do. Exit code 2.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
