import { isUnavailable, Unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';

/**
 * The database is down, starting, full, or its connection broke. The client is asked to retry. A transaction sent before may or may not
 * have been committed; nothing was acknowledged.
 */
export class DatabaseUnavailable extends Unavailable {
  override readonly name = 'DatabaseUnavailable';
  readonly what = 'database';
  constructor(cause: unknown) {
    super(`The database is unavailable: ${(cause as Error).message}`, { cause });
  }
}

/** 08: connection; 53: no disk space, memory or connections; 57P0x: shutdown, crash, starting; 58030: disk; 25006: read-only standby. */
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0[1235]|58030|25006)$/;
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver that have no code. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

function isConnectionProblem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return UNAVAILABLE_STATES.test(code) || CONNECTION_CODES.has(code);
  return CONNECTION_MESSAGES.test(error.message);
}

/** Runs a statement; a broken connection or an unusable server throws `DatabaseUnavailable`, a wrong statement its own error. */
export async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isConnectionProblem(error) ? new DatabaseUnavailable(error) : error;
  }
}

/** Logs a failure: a fault as an error, an unavailable dependency as a warning, since it passes without a change of the code. */
export function logFailure(
  log: Pick<Log, 'warn' | 'error'>,
  fields: { readonly error: unknown; readonly [name: string]: unknown },
  event: string,
): void {
  if (isUnavailable(fields.error)) log.warn(fields, event);
  else log.error(fields, event);
}
