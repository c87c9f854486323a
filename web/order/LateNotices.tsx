import { lazy, Suspense, useEffect, useState } from 'react';
import { isFinal } from '#core/order/status.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { whenIdle } from '#web/loading/when-idle.ts';
import type { Order } from './order.ts';

const OrderNotices = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/notices/OrderNotices.tsx'))).OrderNotices }));

/** Loaded when the page is idle: not needed to pay. */
export function LateNotices({ order }: { readonly order: Order }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => setDue(true)), []);
  if (!isDue || isFinal(order.status)) return null;
  return (
    <Suspense fallback={null}>
      <OrderNotices id={order.id} />
    </Suspense>
  );
}
