/** The server gives a sign of life every 15 s (`server/platform/http/events.ts`); a stream that is quiet for longer is none. */
const SILENT_MS = 40_000;
const LOOK_MS = 5_000;
const AGAIN_MIN_MS = 2_000;
const AGAIN_MAX_MS = 30_000;

interface Stream {
  /** Opens the stream with the listeners for its events. */
  readonly open: () => EventSource;
  readonly onState: (isOpen: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Keeps one live stream open until the signal. The browser reconnects by itself where a connection broke; what it gives up (a refusal,
 * a proxy's error page) or does not notice (a connection that hangs, R71) is opened anew here, and nowhere else.
 */
export function keepOpen({ open, onState, signal }: Stream): void {
  let source: EventSource | undefined;
  let heardAt = 0;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  const hear = (): void => {
    heardAt = Date.now();
  };
  const begin = (): void => {
    clearTimeout(again);
    source?.close();
    hear();
    const opened = open();
    source = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      hear();
      onState(true);
    });
    opened.addEventListener('alive', hear);
    opened.addEventListener('error', () => {
      onState(false);
      if (source === opened && opened.readyState === EventSource.CLOSED) beginLater();
    });
  };
  /** Later with every failure in a row, and spread out: a restart sends all browsers away at once. */
  const beginLater = (): void => {
    clearTimeout(again);
    again = setTimeout(begin, Math.min(AGAIN_MIN_MS * 2 ** failures, AGAIN_MAX_MS) * (0.5 + Math.random()));
    failures += 1;
    hear();
  };
  const look = setInterval(() => {
    if (Date.now() - heardAt < SILENT_MS) return;
    onState(false);
    begin();
  }, LOOK_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(look);
      clearTimeout(again);
      source?.close();
    },
    { once: true },
  );
  begin();
}
