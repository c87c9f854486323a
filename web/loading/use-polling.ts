import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reloads the page's data every `intervalMs` while `isActive`, the tab is visible and no other navigation runs. */
export function usePolling(isActive: boolean, intervalMs: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => {
      if (globalThis.document.visibilityState === 'visible' && state === 'idle') void revalidate();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isActive, intervalMs, revalidate, state]);
}
