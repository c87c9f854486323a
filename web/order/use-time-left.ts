import { useEffect, useState } from 'react';
import { msUntil, type Order } from './order.ts';

/** Milliseconds until `until` by the server's clock, updated every second; negative once it has passed; null without `until`. */
export function useTimeLeft(
  until: string | null,
  { order, readAt }: { readonly order: Order; readonly readAt: number | null },
): number | null {
  const left = msUntil(until, order.server_time);
  const [shown, setShown] = useState(left);
  useEffect(() => {
    if (left === null) return;
    const endsAt = (readAt ?? Date.now()) + left;
    const tick = () => setShown(endsAt - Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [left, readAt]);
  return left === null ? null : shown;
}
