import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Runs `callback` every `intervalMs` while `target` is in view and the page visible; an overdue run starts as soon as it comes into view. */
export function useVisibleInterval(target: RefObject<HTMLElement | null>, intervalMs: number, callback: () => void): void {
  const run = useEffectEvent(callback);
  useEffect(() => {
    let isInView = false;
    let lastRunAt = Date.now();
    const runIfDue = () => {
      if (!isInView || document.visibilityState !== 'visible' || Date.now() - lastRunAt < intervalMs) return;
      lastRunAt = Date.now();
      run();
    };
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting === true;
      runIfDue();
    });
    if (target.current !== null) observer.observe(target.current);
    const timer = setInterval(runIfDue, intervalMs / 4);
    document.addEventListener('visibilitychange', runIfDue);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', runIfDue);
    };
  }, [target, intervalMs]);
}
