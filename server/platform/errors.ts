/** Wrong environment variables. The message explains everything, so no stack is shown. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * A dependency (database, storage, another process) cannot be reached: the client is asked to retry. Work sent before may or may not be
 * done; nothing was acknowledged.
 */
export abstract class Unavailable extends Error {
  /** Name of the dependency in logs. */
  abstract readonly what: string;
}

/** Queues pass on copies of errors, of which only the name remains. */
export const isUnavailable = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && /^\w+Unavailable$/.test(String(error.name));
