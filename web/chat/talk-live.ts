import { followByStream } from '#web/live/one-stream.ts';

/** A stream may be lost without a word: it is asked for all the same. Pages put aside read none. */
const POLL_MS = 60_000;

/**
 * Tells of every change in this visitor's talks, by the one stream of this browser; a page put aside, or before there is any talk, reads
 * none and asks now and then. Gives the way to stop.
 */
export function followTalks(hear: () => void, hasTalks: boolean): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') hear();
  };
  const stop = hasTalks
    ? followByStream({
        shown: () => 'chat',
        hear: (event) => {
          if (event === 'chat' || event === 'opened') hear();
        },
        onState: () => undefined,
      })
    : undefined;
  const timer = setInterval(hear, POLL_MS);
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
    stop?.();
  };
}
