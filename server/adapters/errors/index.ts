import type { ErrorReporter } from './port.ts';
import { createSentryReporter } from './sentry.ts';

interface ReporterSettings {
  readonly dsn: string;
  readonly environment: string;
}

/** Without a DSN faults are only logged. */
const noReporter: ErrorReporter = { report: () => undefined, close: async () => undefined };

/** Error-reporting services by name. */
export const errorReporters = {
  none: async () => noReporter,
  sentry: createSentryReporter,
} satisfies Record<string, (settings: ReporterSettings) => Promise<ErrorReporter>>;
