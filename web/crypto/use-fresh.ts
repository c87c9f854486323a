import { useEffect, useRef } from 'react';

/** As often as the provider is asked at most. */
const EVERY_MS = 60_000;

/** Does something from time to time while somebody looks, and once when he looks again after a while; never two at a time. */
export function useFresh(work: (signal: AbortSignal) => Promise<void>): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    const gone = new AbortController();
    let askedAt = Date.now();
    let isBusy = false;
    const look = async () => {
      if (isBusy || document.visibilityState !== 'visible' || Date.now() - askedAt < EVERY_MS - 1_000) return;
      isBusy = true;
      askedAt = Date.now();
      // What is shown stands with its time where nobody answers
      await latest.current(gone.signal).catch(() => undefined);
      isBusy = false;
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      gone.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
