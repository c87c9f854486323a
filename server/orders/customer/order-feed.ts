import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEstimated } from '#core/order/estimate.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { presentEstimate } from '#server/orders/present-estimate.ts';
import { findOrder } from '#server/orders/store.ts';
import { createBell } from '#server/platform/bell.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { presentOrder } from './present.ts';

type FeedDeps = Deps;

/** What is followed; `ownerId`: it is no order, but stands among his. */
export type Followed = Pick<Order, 'id' | 'version'> & { readonly ownerId?: string };

export interface OrderFeed {
  /**
   * Versions of one order from `order` on, newest state each time, and between them what it would pay while its rate floats (`estimate`); ends with `signal`. `lastEventId`: the version the page already shows.
   * Whoever may follow it reads the same document: who that is, the caller has asked.
   */
  follow(
    order: Followed,
    watch: { readonly lastEventId: string | undefined; readonly locale: Locale; readonly signal: AbortSignal },
  ): AsyncIterable<ServerEvent>;
}

interface Asked {
  readonly id: string;
  readonly locale: Locale;
  readonly ownerId?: string;
}

type Rendering = Promise<ServerEvent | undefined>;

/** The open pages of one order, and what its newest version looks like in each language: rendered once for all of them. */
interface Watched {
  readonly wakers: Set<() => void>;
  readonly rendered: Map<Locale, Rendering>;
  /** As last rendered. */
  order: Order | undefined;
  /** What it would pay now, while that is not fixed; the same object for as long as the numbers are. */
  estimate: ServerEvent | undefined;
  /** Its numbers, of which version. */
  said: string;
}

/** So many pages are told before others have their turn: an order that thousands look at keeps no call waiting. */
const TOLD_AT_ONCE = 500;

/** Open pages by order id, so that a change costs the same with ten thousand of them. */
function createWatchers() {
  const watched = new Map<string, Watched>();

  async function ring(order: Watched): Promise<void> {
    let told = 0;
    for (const wakeOne of order.wakers) {
      wakeOne();
      told += 1;
      if (told % TOLD_AT_ONCE === 0) await nextTurn();
    }
  }

  async function wake(order: Watched | undefined): Promise<void> {
    order?.rendered.clear();
    if (order !== undefined) await ring(order);
  }

  return {
    wake: (id: string) => void wake(watched.get(id)),
    async wakeAll(): Promise<void> {
      for (const order of watched.values()) await wake(order);
    },
    /** Estimates every order anew, from memory, and tells the pages of those that have moved. */
    async estimate(anew: (order: Watched) => boolean): Promise<void> {
      let done = 0;
      for (const order of watched.values()) {
        done += 1;
        if (done % TOLD_AT_ONCE === 0) await nextTurn();
        if (anew(order)) await ring(order);
      }
    },
    add(id: string, wakeOne: () => void): { readonly watched: Watched; readonly remove: () => void } {
      const order = watched.get(id) ?? { wakers: new Set(), rendered: new Map(), order: undefined, estimate: undefined, said: '' };
      watched.set(id, order);
      order.wakers.add(wakeOne);
      return {
        watched: order,
        remove: () => {
          order.wakers.delete(wakeOne);
          if (order.wakers.size === 0 && watched.get(id) === order) watched.delete(id);
        },
      };
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
  deps.quotes.onPrices(() => {
    watchers.estimate(estimateAnew).catch((error: unknown) => deps.log.warn({ error }, 'estimates_not_told'));
  });

  /** Brings the estimate up to date; whether it has moved. */
  function estimateAnew(watched: Watched): boolean {
    const { order } = watched;
    if (order === undefined || !isEstimated(order)) {
      watched.estimate = undefined;
      return false;
    }
    const estimate = presentEstimate(deps, order);
    const said = `${order.version} ${estimate?.outcome_amount} ${estimate?.rate}`;
    if (watched.estimate !== undefined && said === watched.said) return false;
    watched.said = said;
    watched.estimate = { id: String(order.version), event: 'estimate', data: JSON.stringify({ estimate }) };
    return true;
  }

  async function render(watched: Watched, { id, locale, ownerId }: Asked): Rendering {
    if (ownerId !== undefined) {
      const shown = await deps.besideOrders.find(deps, deps.db, { id, userId: ownerId, locale });
      return shown && { id: String(shown.version), event: 'order', data: JSON.stringify({ data: shown.resource }) };
    }
    const order = await findOrder(deps.db, id);
    if (!order) return undefined;
    if (order.version >= (watched.order?.version ?? 0)) watched.order = order;
    estimateAnew(watched);
    const data = { data: await presentOrder(deps, deps.db, { order, locale }) };
    // Written out here: the text is kept for all, the tree it was made from is not
    return { id: String(order.version), event: 'order', data: JSON.stringify(data) };
  }

  /** What all pages are shown, made anew by the first who finds nothing or has seen a newer version. */
  async function newest(watched: Watched, asked: Asked & { version: number }): Rendering {
    const { locale, version } = asked;
    const { rendered } = watched;
    const shared = rendered.get(locale);
    if (shared !== undefined && Number((await shared)?.id ?? 0) >= version) return shared;
    const since = rendered.get(locale);
    if (since !== undefined && since !== shared) return since;
    const rendering = render(watched, asked);
    rendered.set(locale, rendering);
    // Whoever comes next tries again
    rendering.catch(() => rendered.get(locale) === rendering && rendered.delete(locale));
    return rendering;
  }

  return {
    async *follow({ id, version, ownerId }, { lastEventId, locale, signal }) {
      const bell = createBell();
      const { watched, remove } = watchers.add(id, bell.ring);
      signal.addEventListener('abort', bell.ring);
      let shown = shownBy(lastEventId);
      let estimated: ServerEvent | undefined;
      try {
        for (;;) {
          await bell.heard();
          if (signal.aborted) return;
          const event = await newest(watched, { id, locale, version, ...(ownerId === undefined ? {} : { ownerId }) });
          if (event === undefined) continue;
          const isNew = Number(event.id) !== shown;
          shown = Number(event.id);
          if (isNew) yield event;
          const { estimate } = watched;
          if (estimate === undefined || estimate === estimated || estimate.id !== event.id) continue;
          estimated = estimate;
          yield estimate;
        }
      } finally {
        signal.removeEventListener('abort', bell.ring);
        remove();
      }
    },
  };
}
