import { mask } from '#server/platform/log.ts';
import type { ErrorReporter } from './port.ts';

/** Converts any fault to an Error with masked text; the log's fields are sent as `extra`. */
function toMaskedError(value: unknown, event: string): Error {
  const masked = mask(value) as { type?: string; message?: string; stack?: string } | undefined;
  const error = new Error(masked?.message ?? event);
  error.name = masked?.type ?? event;
  if (masked?.stack !== undefined) error.stack = masked.stack;
  return error;
}

/** A Sentry-compatible service by its DSN. The client has no integrations: it collects nothing automatically and sends no personal data. */
export async function createSentryReporter(input: {
  readonly dsn: string;
  readonly environment: string;
  readonly release?: string;
}): Promise<ErrorReporter> {
  // Loaded only if a DSN is set: the import slows the start.
  const { NodeClient, Scope, defaultStackParser, makeNodeTransport } = await import('@sentry/node');
  const client = new NodeClient({
    dsn: input.dsn,
    environment: input.environment,
    ...(input.release === undefined ? {} : { release: input.release }),
    transport: makeNodeTransport,
    stackParser: defaultStackParser,
    integrations: [],
    includeServerName: false,
    sendClientReports: false,
  });
  client.init();
  return {
    report(fields, event) {
      const { error, err, ...extras } = fields;
      const scope = new Scope();
      scope.setTag('event', event);
      scope.setExtras(mask(extras) as Record<string, unknown>);
      client.captureException(toMaskedError(error ?? err, event), {}, scope);
    },
    async close(deadlineMs) {
      await client.close(deadlineMs);
    },
  };
}
