/** The server sends a heartbeat every 15 s (`server/platform/http/events.ts`); a stream that is silent for longer counts as lost. */
const MAX_SILENCE_MS = 40_000;
const CHECK_MS = 5_000;
const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 30_000;

interface Stream {
  /** Opens the stream with the listeners for its events. */
  readonly open: () => EventSource;
  readonly onState: (isOpen: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Keeps one live stream open until the signal aborts. The browser reconnects broken connections. This function reopens streams after an
 * error response, and those lost without an error (R71).
 */
export function keepOpen({ open, onState, signal }: Stream): void {
  let source: EventSource | undefined;
  let lastSignAt = 0;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const markAlive = (): void => {
    lastSignAt = Date.now();
  };
  const connect = (): void => {
    clearTimeout(retryTimer);
    source?.close();
    markAlive();
    const stream = open();
    source = stream;
    stream.addEventListener('open', () => {
      failures = 0;
      markAlive();
      onState(true);
    });
    stream.addEventListener('alive', markAlive);
    stream.addEventListener('error', () => {
      onState(false);
      if (source === stream && stream.readyState === EventSource.CLOSED) reconnectLater();
    });
  };
  /** Exponential backoff with jitter: a restart disconnects all browsers at once. */
  const reconnectLater = (): void => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS) * (0.5 + Math.random()));
    failures += 1;
    markAlive();
  };
  const watchdog = setInterval(() => {
    if (Date.now() - lastSignAt < MAX_SILENCE_MS) return;
    onState(false);
    connect();
  }, CHECK_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(watchdog);
      clearTimeout(retryTimer);
      source?.close();
    },
    { once: true },
  );
  connect();
}
