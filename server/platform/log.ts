/** Structured events with fields. The logger masks secrets, not the caller. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, event: string): void;
  info(fields: Readonly<Record<string, unknown>>, event: string): void;
  warn(fields: Readonly<Record<string, unknown>>, event: string): void;
  /** A fault: logged and sent to error reporting. */
  error(fields: Readonly<Record<string, unknown>>, event: string): void;
}
