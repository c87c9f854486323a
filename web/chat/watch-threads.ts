import { subscribeToStream } from '#web/live/shared-stream.ts';

/** Poll interval while the stream is closed. */
const POLL_MS = 60_000;

/**
 * Calls `onChange` on every change of the visitor's threads, by the browser's shared stream, else at an interval. `usesStream`: the visitor
 * has a thread, or an order that support may write about. Returns how to stop.
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
