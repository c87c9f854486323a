import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

export interface LazyChartProps {
  readonly id: string;
  readonly title: string;
  /** Renders the chart once it comes near the viewport. */
  readonly children: () => ReactNode;
}

/** Reserves the space of a chart and renders the chart when it comes near the viewport. */
export function LazyChart({ id, title, children }: LazyChartProps) {
  const section = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const onIntersect = (entries: readonly IntersectionObserverEntry[]) => entries.some((entry) => entry.isIntersecting) && setIsNear(true);
    const observer = new IntersectionObserver(onIntersect, { rootMargin: '200px' });
    if (section.current !== null) observer.observe(section.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={section} aria-labelledby={id} className="mt-16 noscript:hidden">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="chart-place">{isNear ? <Suspense>{children()}</Suspense> : null}</div>
    </section>
  );
}
