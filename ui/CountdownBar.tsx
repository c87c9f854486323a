import { useEffect, useRef } from 'react';

/** Fine enough to look continuous on a bar of a few hundred pixels. */
const STEPS = 120;
/** Steps under `prefers-reduced-motion`. */
const REDUCED_MOTION_STEPS = 6;

export interface CountdownBarProps {
  /** The whole period. */
  readonly totalMs: number;
  /** Remaining time; called at every step. */
  readonly remainingMs: () => number;
  /** Changes when a new period starts. */
  readonly resetKey: string;
  readonly className?: string;
}

/** Remaining time of a price or deadline as a thin shrinking bar. Hidden from screen readers, because the time is also shown as text. */
export function CountdownBar({ totalMs, remainingMs, resetKey, className = 'bg-board-action' }: CountdownBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const latest = useRef({ totalMs, remainingMs });
  latest.current = { totalMs, remainingMs };
  useEffect(() => {
    const { totalMs: whole } = latest.current;
    const steps = matchMedia('(prefers-reduced-motion: reduce)').matches ? REDUCED_MOTION_STEPS : STEPS;
    const step = () => {
      const remaining = whole <= 0 ? 0 : Math.max(0, Math.min(1, latest.current.remainingMs() / whole));
      if (bar.current !== null) bar.current.style.transform = `scaleX(${Math.ceil(remaining * steps) / steps})`;
    };
    // An animation would render every frame on the main thread while the page has an intersection observer
    const timer = setInterval(step, Math.max(100, whole / steps));
    step();
    return () => clearInterval(timer);
  }, [resetKey]);
  return (
    <div aria-hidden="true" className="h-0.5 w-full overflow-hidden bg-current/20">
      <div ref={bar} className={`h-full w-full origin-left ${className}`} />
    </div>
  );
}
