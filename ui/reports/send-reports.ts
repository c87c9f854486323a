import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser';
import { MASK, maskText } from '#core/text/mask-text.ts';
import type { Send } from './report-errors.ts';

/** A path segment long enough to be a secret key. */
const KEY = /(?<=\/)[\w-]{20,}(?=\/|$)/g;

/** URL of the page without query and fragment: they contain keys. */
const pageAddress = (): string => globalThis.location.origin + maskText(globalThis.location.pathname).replaceAll(KEY, MASK);

function maskedError(error: Error): Error {
  const masked = new Error(maskText(error.message));
  masked.name = error.name;
  if (error.stack !== undefined) masked.stack = maskText(error.stack);
  return masked;
}

/** Connects to a Sentry-compatible service by its DSN. Without integrations, so that no clicks, inputs or URLs are recorded. */
export function connectReports(dsn: string): Send {
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
  });
  client.init();
  return (problem) => {
    const scope = new Scope();
    scope.addEventProcessor((event) => ({ ...event, request: { url: pageAddress() } }));
    if (typeof problem === 'string') client.captureMessage(maskText(problem), 'error', {}, scope);
    else client.captureException(maskedError(problem), {}, scope);
  };
}
