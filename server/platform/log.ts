/** Structured events with fields. Values that are secrets by type are masked by the logger, not by the caller. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, event: string): void;
  info(fields: Readonly<Record<string, unknown>>, event: string): void;
  warn(fields: Readonly<Record<string, unknown>>, event: string): void;
  /** A fault: logged and sent to error reporting. */
  error(fields: Readonly<Record<string, unknown>>, event: string): void;
}
