import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder } from '#server/orders/store.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { presentOrder, type PresentDeps } from './present.ts';

type FeedDeps = PresentDeps & Pick<Deps, 'db' | 'live'>;

export interface OrderFeed {
  /**
   * Versions of one order from `order` on, newest state each time; ends with `signal`. `lastEventId`: the version the page already shows.
   * Whoever may follow it reads the same document: who that is, the caller has asked.
   */
  follow(
    order: Pick<Order, 'id' | 'version'>,
    watch: { readonly lastEventId: string | undefined; readonly locale: Locale; readonly signal: AbortSignal },
  ): AsyncIterable<ServerEvent>;
}

type Rendering = Promise<ServerEvent | undefined>;

/** The open pages of one order, and what its newest version looks like in each language: rendered once for all of them. */
interface Watched {
  readonly wakers: Set<() => void>;
  readonly rendered: Map<Locale, Rendering>;
}

/** So many pages are told before others have their turn: an order that thousands look at keeps no call waiting. */
const TOLD_AT_ONCE = 500;

/** Open pages by order id, so that a change costs the same with ten thousand of them. */
function createWatchers() {
  const watched = new Map<string, Watched>();

  async function wake(order: Watched | undefined): Promise<void> {
    if (order === undefined) return;
    order.rendered.clear();
    let told = 0;
    for (const wakeOne of order.wakers) {
      wakeOne();
      told += 1;
      if (told % TOLD_AT_ONCE === 0) await nextTurn();
    }
  }

  return {
    wake: (id: string) => void wake(watched.get(id)),
    async wakeAll(): Promise<void> {
      for (const order of watched.values()) await wake(order);
    },
    add(id: string, wakeOne: () => void): { readonly rendered: Watched['rendered']; readonly remove: () => void } {
      const order = watched.get(id) ?? { wakers: new Set(), rendered: new Map() };
      watched.set(id, order);
      order.wakers.add(wakeOne);
      return {
        rendered: order.rendered,
        remove: () => {
          order.wakers.delete(wakeOne);
          if (order.wakers.size === 0 && watched.get(id) === order) watched.delete(id);
        },
      };
    },
  };
}

/** Something to wait for that may happen before anybody waits. */
function createBell() {
  let isRung = true;
  let answer: (() => void) | undefined;
  return {
    ring: (): void => {
      isRung = true;
      answer?.();
    },
    heard: async (): Promise<void> => {
      if (!isRung) await new Promise<void>((resolve) => (answer = resolve));
      isRung = false;
    },
  };
}

function shownBy(lastEventId: string | undefined): number {
  const shown = Number(lastEventId ?? '0');
  return Number.isSafeInteger(shown) ? shown : 0;
}

/** One subscription for the whole process, one document for all pages of an order in a language. */
export function createOrderFeed(deps: FeedDeps): OrderFeed {
  const watchers = createWatchers();
  deps.live.subscribe('order_changed', (payload) => watchers.wake(payload.split(':', 1)[0] ?? ''));
  deps.live.onReconnect(() => void watchers.wakeAll());

  async function render(id: string, locale: Locale): Rendering {
    const order = await findOrder(deps.db, id);
    if (!order) return undefined;
    const data = { data: await presentOrder(deps, deps.db, { order, locale }) };
    // Written out here: the text is kept for all, the tree it was made from is not
    return { id: String(order.version), event: 'order', data: JSON.stringify(data) };
  }

  /** What all pages are shown, made anew by the first who finds nothing or has seen a newer version. */
  async function newest(rendered: Watched['rendered'], asked: { id: string; locale: Locale; version: number }): Rendering {
    const { id, locale, version } = asked;
    const shared = rendered.get(locale);
    if (shared !== undefined && Number((await shared)?.id ?? 0) >= version) return shared;
    const since = rendered.get(locale);
    if (since !== undefined && since !== shared) return since;
    const rendering = render(id, locale);
    rendered.set(locale, rendering);
    // Whoever comes next tries again
    rendering.catch(() => rendered.get(locale) === rendering && rendered.delete(locale));
    return rendering;
  }

  return {
    async *follow({ id, version }, { lastEventId, locale, signal }) {
      const bell = createBell();
      const { rendered, remove } = watchers.add(id, bell.ring);
      signal.addEventListener('abort', bell.ring);
      let shown = shownBy(lastEventId);
      try {
        for (;;) {
          await bell.heard();
          if (signal.aborted) return;
          const event = await newest(rendered, { id, locale, version });
          if (event === undefined || Number(event.id) === shown) continue;
          shown = Number(event.id);
          yield event;
        }
      } finally {
        signal.removeEventListener('abort', bell.ring);
        remove();
      }
    },
  };
}
