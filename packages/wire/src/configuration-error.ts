/** What is thrown if a run cannot be done as requested. */
/**
 * The run cannot be done as requested: a bad target file, option or credential, or an unreachable target. The message
 * is one line that says what is wrong, where, and what to do. Exit code 2.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
