import { type DestinationStream, pino } from 'pino';
import { PRIVATE_FIELDS } from '#core/security/private-fields.ts';
import { MASK, maskText } from '#core/text/mask-text.ts';

/** Names of credentials and personal data; the business adds its own. */
const SECRET_NAMES = [
  'e?mail',
  'recipient',
  'token',
  'password',
  'passphrase',
  'authorization',
  'cookie',
  'secret',
  'secret_?key',
  'private_?key',
  'phone',
  'full_?name',
  'session',
  'api_?key',
  'dsn',
  'signature',
  'ip',
];
/** Fields whose values never reach a log entry, an error report or a metric. */
const SECRET_FIELD = new RegExp(`^(.*_)?(${[...SECRET_NAMES, ...PRIVATE_FIELDS].join('|')})(_(masked|sealed|hash))?$`, 'i');
const MAX_DEPTH = 6;

const toSnakeCase = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_');

function maskError(error: Error, depth: number): Record<string, unknown> {
  const plain: Record<string, unknown> = { type: error.name, message: maskText(error.message) };
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' || typeof code === 'number') plain['code'] = code;
  if (error.stack !== undefined) plain['stack'] = maskText(error.stack);
  if (error.cause !== undefined) plain['cause'] = mask(error.cause, depth + 1);
  return plain;
}

/**
 * A copy of any value that is safe to log. Errors keep type, message, code, stack and cause; other fields of the driver's errors are
 * dropped because they repeat rows.
 */
export function mask(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return maskError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => mask(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      inner != null && inner !== '' && SECRET_FIELD.test(toSnakeCase(name)) ? MASK : mask(inner, depth + 1),
    ]),
  );
}

/** Structured events with fields. The logger masks secrets, not the caller. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, event: string): void;
  info(fields: Readonly<Record<string, unknown>>, event: string): void;
  warn(fields: Readonly<Record<string, unknown>>, event: string): void;
  /** A fault: logged and sent to error reporting. */
  error(fields: Readonly<Record<string, unknown>>, event: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Receives faults: the error-reporting service. */
export type FaultListener = (fields: Readonly<Record<string, unknown>>, event: string) => void;

/** JSON lines with secrets masked. `onFault` gets every `error` with unmasked fields and must mask them itself. */
export function createLog(input: {
  readonly level: LogLevel;
  readonly destination?: DestinationStream;
  readonly onFault?: FaultListener;
}): Log {
  const options = { level: input.level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' };
  const logger = input.destination ? pino(options, input.destination) : pino(options, pino.destination({ fd: 1, sync: true }));
  const at = (level: Exclude<LogLevel, 'silent'>) => (fields: Readonly<Record<string, unknown>>, event: string) => {
    if (logger.isLevelEnabled(level)) logger[level](mask(fields) as Record<string, unknown>, event);
  };
  const error = at('error');
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error(fields, event) {
      error(fields, event);
      input.onFault?.(fields, event);
    },
  };
}
