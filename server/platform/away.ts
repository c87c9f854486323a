/**
 * Something this process depends on cannot be asked at this moment. No bug and no refusal: whoever asked is told to come again.
 * What was sent before may or may not have been done; nothing was acknowledged.
 */
export abstract class Away extends Error {
  /** What is away, as logs name it. */
  abstract readonly what: string;
}

/** Queues hand errors on as copies, of which only the name stays. */
export const isAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && /^\w+Away$/.test(String(error.name));
