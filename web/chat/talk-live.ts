import { followByStream } from '#web/live/one-stream.ts';

/** While no stream tells of changes they are asked for. Pages put aside read none. */
const POLL_MS = 60_000;

/**
 * Tells of every change in this visitor's talks, by the one stream of this browser; asks now and then while there is none. `mayHear`: he
 * has talks, or what somebody may begin one about. Gives the way to stop.
 */
export function followTalks(hear: () => void, mayHear: boolean): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') hear();
  };
  let isTold = false;
  const stop = mayHear
    ? followByStream({
        shown: () => 'chat',
        hear: (event) => {
          if (event === 'chat' || event === 'opened') hear();
        },
        onState: (isOpen) => void (isTold = isOpen),
      })
    : undefined;
  const timer = setInterval(() => isTold || hear(), POLL_MS);
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
    stop?.();
  };
}
