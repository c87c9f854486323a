import type { BaseTransportOptions, createTransport as createSentryTransport, Transport } from '@sentry/core';
import { mask } from '#server/platform/log.ts';
import { callOutside } from '#server/platform/outbound.ts';
import type { ErrorReporter } from './port.ts';

/** Converts any fault to an Error with masked text; the log's fields are sent as `extra`. */
function toMaskedError(value: unknown, event: string): Error {
  const masked = mask(value) as { type?: string; message?: string; stack?: string } | undefined;
  const error = new Error(masked?.message ?? event);
  error.name = masked?.type ?? event;
  if (masked?.stack !== undefined) error.stack = masked.stack;
  return error;
}

const DEADLINE_MS = 10_000;

type CreateTransport = typeof createSentryTransport;

/** Sends through our HTTP client: a deadline, a size limit, no redirect. */
const transportThrough =
  (createTransport: CreateTransport) =>
  (options: BaseTransportOptions): Transport =>
    createTransport(options, async ({ body }) => {
      const { status, headers } = await callOutside({
        url: options.url,
        method: 'POST',
        body: typeof body === 'string' ? body : new Uint8Array(body),
        headers: { 'content-type': 'application/x-sentry-envelope' },
        deadlineMs: DEADLINE_MS,
      });
      return {
        statusCode: status,
        headers: { 'retry-after': headers.get('retry-after'), 'x-sentry-rate-limits': headers.get('x-sentry-rate-limits') },
      };
    });

/** A Sentry-compatible service by its DSN. The client has no integrations: it collects nothing automatically and sends no personal data. */
export async function createSentryReporter(input: {
  readonly dsn: string;
  readonly environment: string;
  readonly release?: string;
}): Promise<ErrorReporter> {
  // Loaded only if a DSN is set: the import slows the start.
  const [{ createStackParser, createTransport, Scope }, { nodeStackLineParser, ServerRuntimeClient }] = await Promise.all([
    import('@sentry/core'),
    import('@sentry/core/server'),
  ]);
  const client = new ServerRuntimeClient({
    dsn: input.dsn,
    environment: input.environment,
    ...(input.release === undefined ? {} : { release: input.release }),
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    transport: transportThrough(createTransport),
    stackParser: createStackParser(nodeStackLineParser()),
    integrations: [],
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
