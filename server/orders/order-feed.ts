import type { Deps } from '#server/deps.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/payment-system/payment-system.ts';
import { presentOrder, type PresentDeps } from './present.ts';
import { findOrder } from './store.ts';

type FeedDeps = PresentDeps & Pick<Deps, 'db' | 'live'>;

export interface OrderFeed {
  /** Versions of one order from `order` on, newest state each time; ends with `signal`. `lastEventId`: the version the page already shows. */
  follow(
    order: Order,
    watch: { readonly lastEventId: string | undefined; readonly locale: Locale; readonly signal: AbortSignal },
  ): AsyncIterable<ServerEvent>;
}

/** One subscription for the whole process; open pages are found by order id, so that a change costs the same with ten thousand of them. */
export function createOrderFeed(deps: FeedDeps): OrderFeed {
  const wakers = new Map<string, Set<() => void>>();
  const wakeAll = (set: Set<() => void> | undefined) => {
    for (const wake of set ?? []) wake();
  };
  deps.live.subscribe('order_changed', (payload) => wakeAll(wakers.get(payload.split(':', 1)[0] ?? '')));
  deps.live.onReconnect(() => {
    for (const set of wakers.values()) wakeAll(set);
  });
  const add = (id: string, wake: () => void) => {
    const set = wakers.get(id) ?? new Set();
    wakers.set(id, set.add(wake));
    return () => {
      set.delete(wake);
      if (set.size === 0) wakers.delete(id);
    };
  };
  return {
    async *follow(order, watch) {
      let isDirty = true;
      let resolveWait: (() => void) | undefined;
      const wake = () => {
        isDirty = true;
        resolveWait?.();
      };
      const remove = add(order.id, wake);
      watch.signal.addEventListener('abort', wake);
      let shown = Number(watch.lastEventId ?? '0');
      if (!Number.isSafeInteger(shown)) shown = 0;
      try {
        while (!watch.signal.aborted) {
          if (!isDirty) {
            await new Promise<void>((resolve) => {
              resolveWait = resolve;
            });
            continue;
          }
          isDirty = false;
          const current = await findOrder(deps.db, order.id);
          if (!current || current.version === shown) continue;
          shown = current.version;
          yield {
            id: String(current.version),
            event: 'order',
            data: { data: await presentOrder(deps, deps.db, { order: current, locale: watch.locale }) },
          };
        }
      } finally {
        watch.signal.removeEventListener('abort', wake);
        remove();
      }
    },
  };
}
