import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Looks at the page's data again from time to time while something on it can still move and somebody can see it. */
export function useLookAgain(isMoving: boolean, everyMs: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => {
      if (globalThis.document.visibilityState === 'visible' && state === 'idle') void revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isMoving, everyMs, revalidate, state]);
}
