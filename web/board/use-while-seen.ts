import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Does something now and then, while its place is on a screen that somebody looks at, and at once when it comes there after a while. */
export function useWhileSeen(place: RefObject<HTMLElement | null>, everyMs: number, work: () => void): void {
  const works = useEffectEvent(work);
  useEffect(() => {
    let isSeen = false;
    let doneAt = Date.now();
    const look = () => {
      if (!isSeen || document.visibilityState !== 'visible' || Date.now() - doneAt < everyMs) return;
      doneAt = Date.now();
      works();
    };
    const watch = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting === true;
      look();
    });
    if (place.current !== null) watch.observe(place.current);
    const timer = setInterval(look, everyMs / 4);
    document.addEventListener('visibilitychange', look);
    return () => {
      watch.disconnect();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [place, everyMs]);
}
