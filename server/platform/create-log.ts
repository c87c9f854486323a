import { type DestinationStream, pino } from 'pino';
import type { Log } from './log.ts';
import { mask } from './mask.ts';

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
