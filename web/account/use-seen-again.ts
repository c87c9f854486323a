import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

/** Looks at the page's data again as soon as its reader is back at it, while something on it may have moved elsewhere. */
export function useSeenAgain(isMoving: boolean): void {
  const { revalidate, state } = useRevalidator();
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && state === 'idle') void revalidate();
  });
  useEffect(() => {
    if (!isMoving) return undefined;
    const seen = () => look();
    globalThis.addEventListener('focus', seen);
    document.addEventListener('visibilitychange', seen);
    return () => {
      globalThis.removeEventListener('focus', seen);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [isMoving]);
}
