/** Wrong environment variables. The message explains everything, so no stack is shown. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
