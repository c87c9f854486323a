import { mask } from '#server/platform/mask.ts';
import type { ErrorReporter } from './port.ts';

/** Any fault becomes an Error whose own text is masked; the log's fields go along as `extra`. */
function toMaskedError(value: unknown, event: string): Error {
  const masked = mask(value) as { type?: string; message?: string; stack?: string } | undefined;
  const error = new Error(masked?.message ?? event);
  error.name = masked?.type ?? event;
  if (masked?.stack !== undefined) error.stack = masked.stack;
  return error;
}

/** A Sentry-compatible service by its DSN. A client of our own without any integration: it watches nothing by itself and sends no personal data. */
export async function createSentryReporter(input: {
  readonly dsn: string;
  readonly environment: string;
  readonly release?: string;
}): Promise<ErrorReporter> {
  // Loaded only where a DSN is set: it costs start-up time.
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
      const { error, err, ...rest } = fields;
      const scope = new Scope();
      scope.setTag('event', event);
      scope.setExtras(mask(rest) as Record<string, unknown>);
      client.captureException(toMaskedError(error ?? err, event), {}, scope);
    },
    async close(deadlineMs) {
      await client.close(deadlineMs);
    },
  };
}
