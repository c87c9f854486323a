import { useEffect, useRef } from 'react';

export interface LifeProps {
  /** How long the whole life is, in milliseconds. */
  readonly wholeMs: number;
  /** How much of it is left, asked when the rule begins to shrink. */
  readonly leftMs: () => number;
  /** Changes when a new life begins. */
  readonly lifeKey: string;
  readonly className?: string;
}

/** Life of a price or a deadline as a thin rule that shrinks. It repeats what stands in words nearby, so it is silent for screen readers. */
export function Life({ wholeMs, leftMs, lifeKey, className = 'bg-board-action' }: LifeProps) {
  const bar = useRef<HTMLDivElement>(null);
  const start = useRef({ wholeMs, leftMs });
  start.current = { wholeMs, leftMs };
  useEffect(() => {
    const { wholeMs: whole } = start.current;
    const left = start.current.leftMs();
    const share = whole <= 0 ? 0 : Math.max(0, Math.min(1, left / whole));
    const run = bar.current?.animate([{ transform: `scaleX(${share})` }, { transform: 'scaleX(0)' }], {
      duration: Math.max(1, left),
      easing: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'steps(6)' : 'linear',
      fill: 'forwards',
    });
    return () => run?.cancel();
  }, [lifeKey]);
  return (
    <div aria-hidden="true" className="h-0.5 w-full overflow-hidden bg-current/20">
      <div ref={bar} className={`h-full w-full origin-left ${className}`} />
    </div>
  );
}
