import { useEffect, useState } from 'react';
import { leftUntil, type Order } from './order.ts';

/** Milliseconds until a moment by the server's clock, counted down every second; null where there is no such moment. Below zero once it is over. */
export function useTimeLeft(
  until: string | null,
  { order, readAt }: { readonly order: Order; readonly readAt: number | null },
): number | null {
  const left = leftUntil(until, order.server_time);
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
