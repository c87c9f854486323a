/** A wrong environment: its message is the whole explanation, so it is shown without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
