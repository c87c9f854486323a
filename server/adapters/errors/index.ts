import { noReporter } from './none.ts';
import type { ErrorReporter } from './port.ts';
import { createSentryReporter } from './sentry.ts';

interface Settings {
  readonly dsn: string;
  readonly environment: string;
}

/** Error-reporting services by name. */
export const errorReporters = {
  none: async () => noReporter,
  sentry: createSentryReporter,
} satisfies Record<string, (settings: Settings) => Promise<ErrorReporter>>;
