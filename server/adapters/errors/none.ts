import type { ErrorReporter } from './port.ts';

/** Without a DSN faults are only logged. */
export const noReporter: ErrorReporter = { report: () => undefined, close: async () => undefined };
