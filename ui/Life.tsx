import { useEffect, useRef } from 'react';

/** As fine as the eye follows on a rule of a few hundred pixels. */
const STEPS = 120;
/** For those who want nothing to move. */
const FEW_STEPS = 6;

export interface LifeProps {
  /** How long the whole life is, in milliseconds. */
  readonly wholeMs: number;
  /** How much of it is left, asked at every step. */
  readonly leftMs: () => number;
  /** Changes when a new life begins. */
  readonly lifeKey: string;
  readonly className?: string;
}

/**
 * Life of a price or a deadline as a thin rule that shrinks. It repeats what stands in words nearby, so it is silent for screen readers.
 * It goes by steps and is no animation: beside an observer of intersections, which most of our pages have, a browser draws every frame
 * of a moving box on the page's own thread, for as long as the page is open.
 */
export function Life({ wholeMs, leftMs, lifeKey, className = 'bg-board-action' }: LifeProps) {
  const bar = useRef<HTMLDivElement>(null);
  const now = useRef({ wholeMs, leftMs });
  now.current = { wholeMs, leftMs };
  useEffect(() => {
    const { wholeMs: whole } = now.current;
    const steps = matchMedia('(prefers-reduced-motion: reduce)').matches ? FEW_STEPS : STEPS;
    const step = () => {
      const share = whole <= 0 ? 0 : Math.max(0, Math.min(1, now.current.leftMs() / whole));
      if (bar.current !== null) bar.current.style.transform = `scaleX(${Math.ceil(share * steps) / steps})`;
    };
    const timer = setInterval(step, Math.max(100, whole / steps));
    step();
    return () => clearInterval(timer);
  }, [lifeKey]);
  return (
    <div aria-hidden="true" className="h-0.5 w-full overflow-hidden bg-current/20">
      <div ref={bar} className={`h-full w-full origin-left ${className}`} />
    </div>
  );
}
