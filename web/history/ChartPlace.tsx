import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

export interface ChartPlaceProps {
  readonly id: string;
  readonly title: string;
  /** Drawn once somebody is about to see it: it may come late. */
  readonly children: () => ReactNode;
}

/** The chart comes when somebody is about to see it, into a place that is kept for it. */
export function ChartPlace({ id, title, children }: ChartPlaceProps) {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const see = (entries: readonly IntersectionObserverEntry[]) => entries.some((one) => one.isIntersecting) && setIsSeen(true);
    const watch = new IntersectionObserver(see, { rootMargin: '200px' });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={place} aria-labelledby={id} className="mt-16 noscript:hidden">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="chart-place">{isSeen ? <Suspense>{children()}</Suspense> : null}</div>
    </section>
  );
}
