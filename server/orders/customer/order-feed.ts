import type { Deps } from '#server/deps.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import { presentOrder, type PresentDeps } from './present.ts';
import { findOrder } from '#server/orders/store.ts';

type FeedDeps = PresentDeps & Pick<Deps, 'db' | 'live'>;

export interface OrderFeed {
  /** Versions of one order from `order` on, newest state each time; ends with `signal`. `lastEventId`: the version the page already shows. */
  follow(
    order: Order,
    watch: { readonly lastEventId: string | undefined; readonly locale: Locale; readonly signal: AbortSignal },
  ): AsyncIterable<ServerEvent>;
}

/** The open pages of one order, and what its newest version looks like in each language: rendered once for all of them. */
interface Watched {
  readonly wakers: Set<() => void>;
  readonly rendered: Map<Locale, Promise<ServerEvent | undefined>>;
}

/** One subscription for the whole process; open pages are found by order id, so that a change costs the same with ten thousand of them. */
export function createOrderFeed(deps: FeedDeps): OrderFeed {
  const watched = new Map<string, Watched>();
  const wakeAll = (order: Watched | undefined) => {
    order?.rendered.clear();
    for (const wake of order?.wakers ?? []) wake();
  };
  deps.live.subscribe('order_changed', (payload) => wakeAll(watched.get(payload.split(':', 1)[0] ?? '')));
  deps.live.onReconnect(() => {
    for (const order of watched.values()) wakeAll(order);
  });
  const add = (id: string, wake: () => void) => {
    const order = watched.get(id) ?? { wakers: new Set(), rendered: new Map() };
    watched.set(id, order);
    order.wakers.add(wake);
    return {
      rendered: order.rendered,
      remove: () => {
        order.wakers.delete(wake);
        if (order.wakers.size === 0) watched.delete(id);
      },
    };
  };
  const render = async (id: string, locale: Locale): Promise<ServerEvent | undefined> => {
    const order = await findOrder(deps.db, id);
    if (!order) return undefined;
    return { id: String(order.version), event: 'order', data: { data: await presentOrder(deps, deps.db, { order, locale }) } };
  };
  return {
    async *follow(order, watch) {
      let isDirty = true;
      let resolveWait: (() => void) | undefined;
      const wake = () => {
        isDirty = true;
        resolveWait?.();
      };
      const { rendered, remove } = add(order.id, wake);
      let isFirst = true;
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
          // What others saw is as new as the last notice; a page that has just come looks for itself, and for them
          const shared = isFirst ? undefined : rendered.get(watch.locale);
          isFirst = false;
          const rendering = shared ?? render(order.id, watch.locale);
          rendered.set(watch.locale, rendering);
          const event = await rendering;
          if (event === undefined || Number(event.id) === shown) continue;
          shown = Number(event.id);
          yield event;
        }
      } finally {
        watch.signal.removeEventListener('abort', wake);
        remove();
      }
    },
  };
}
