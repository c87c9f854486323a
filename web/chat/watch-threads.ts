import { subscribeToStream } from '#web/live/shared-stream.ts';

/** Poll interval while the stream is closed. */
const POLL_MS = 60_000;

/**
 * Calls `onChange` on changes of the visitor's threads, by the shared stream or at an interval. `usesStream`: there is a thread, or an
 * order for one. Returns how to stop.
 */
export function watchThreads(onChange: () => void, usesStream: boolean): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') onChange();
  };
  let isStreamOpen = false;
  const stop = usesStream
    ? subscribeToStream({
        subject: () => 'chat',
        onEvent: (event) => {
          if (event === 'chat' || event === 'opened') onChange();
        },
        onState: (isOpen) => void (isStreamOpen = isOpen),
      })
    : undefined;
  const timer = setInterval(() => isStreamOpen || onChange(), POLL_MS);
  onVisible();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    clearInterval(timer);
    stop?.();
  };
}
