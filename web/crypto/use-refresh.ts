import { useEffect, useRef } from 'react';

/** The provider is asked at most this often. */
const REFRESH_MS = 60_000;

/** Runs `refresh` every minute while the page is visible, and on becoming visible after a while; never twice at a time. */
export function useRefresh(refresh: (signal: AbortSignal) => Promise<void>): void {
  const latestRefresh = useRef(refresh);
  useEffect(() => {
    latestRefresh.current = refresh;
  });
  useEffect(() => {
    const unmounted = new AbortController();
    let startedAt = Date.now();
    let isBusy = false;
    const run = async () => {
      if (isBusy || document.visibilityState !== 'visible' || Date.now() - startedAt < REFRESH_MS - 1_000) return;
      isBusy = true;
      startedAt = Date.now();
      // A failure leaves the figures shown, with their time
      await latestRefresh.current(unmounted.signal).catch(() => undefined);
      isBusy = false;
    };
    const timer = setInterval(() => void run(), REFRESH_MS);
    const onVisible = () => void run();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      unmounted.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
}
