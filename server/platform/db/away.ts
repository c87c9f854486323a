import { Away, isAway } from '#server/platform/away.ts';
import type { Log } from '#server/platform/log.ts';

/**
 * The database cannot be asked at this moment: it is down, starting, full, or the line to it broke. No bug and no refusal:
 * whoever asked is told to come again. What a transaction had sent before may or may not have been committed, as with any
 * line that breaks; nothing was acknowledged.
 */
export class DatabaseAway extends Away {
  override readonly name = 'DatabaseAway';
  readonly what = 'database';
  constructor(cause: unknown) {
    super(`The database is away: ${(cause as Error).message}`, { cause });
  }
}

/** 08: connection, 53: no room (disk, memory, connections), 57P0x: shutdown, crash, starting, 58030: disk, 25006: a standby that only reads. */
const STATES = /^(?:08...|53...|57P0[1235]|58030|25006)$/;
const LINE_CODES = new Set([
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
/** What the driver says without a code. */
const LINE_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

function isWeather(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return STATES.test(code) || LINE_CODES.has(code);
  return LINE_WORDS.test(error.message);
}

/** Runs a statement; a line that broke, a server that left or is full is told apart from a statement that is wrong. */
export async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isWeather(error) ? new DatabaseAway(error) : error;
  }
}

/** Logs what threw: a fault as an error, weather as a warning, since it passes and nobody can mend it in the code. */
export function logThrown(
  log: Pick<Log, 'warn' | 'error'>,
  fields: { readonly error: unknown; readonly [name: string]: unknown },
  event: string,
): void {
  if (isAway(fields.error)) log.warn(fields, event);
  else log.error(fields, event);
}
