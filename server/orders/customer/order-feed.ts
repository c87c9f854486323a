import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '#core/locale.ts';
import { isEstimated } from '#core/order/estimate.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import { type CallWithOrderKeys, callerOf, findOwnOrder } from '#server/orders/access.ts';
import { presentEstimate } from '#server/orders/payment-terms.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { WakeSignal } from '#server/platform/live.ts';
import { presentOrder } from './present.ts';

/** The followed order. `ownerId`: another list entry (a withdrawal) of this user. */
type FollowedOrder = Pick<Order, 'id' | 'version'> & { readonly ownerId?: string };

export interface OrderFeed {
  /**
   * Versions of one order, always the newest state, and `estimate` events while its rate floats; ends with `signal`.
   * `lastEventId`: the version the page already shows. The caller has checked access.
   */
  follow(
    order: FollowedOrder,
    watch: { readonly lastEventId: string | undefined; readonly locale: Locale; readonly signal: AbortSignal },
  ): AsyncIterable<ServerEvent>;
}

interface RenderRequest {
  readonly id: string;
  readonly locale: Locale;
  readonly ownerId?: string;
}

type Rendering = Promise<ServerEvent | undefined>;

/** The open pages of one order and its newest rendering by locale, shared by all pages. */
interface WatchedOrder {
  readonly pages: Set<WakeSignal>;
  readonly rendered: Map<Locale, Rendering>;
  /** As of the newest rendering. */
  version: number;
  /** Only while its rate floats: the estimate follows the prices. */
  order: Order | undefined;
  /** The estimate event while the rate floats; the same object while the numbers are the same. */
  estimate: ServerEvent | undefined;
  /** Version and numbers of the estimate, for comparison. */
  estimateKey: string;
}

const newWatchedOrder = (): WatchedOrder => ({
  pages: new Set(),
  rendered: new Map(),
  version: 0,
  order: undefined,
  estimate: undefined,
  estimateKey: '',
});

/** Pages notified before the event loop gets a turn, so that one popular order delays nothing else. */
const PAGES_PER_TURN = 500;

/** Open pages by order id: the cost of a change does not depend on the number of open pages. */
function createWatchers() {
  const watched = new Map<string, WatchedOrder>();

  async function wakePages(order: WatchedOrder): Promise<void> {
    let wokenCount = 0;
    for (const page of order.pages) {
      page.set();
      wokenCount += 1;
      if (wokenCount % PAGES_PER_TURN === 0) await nextTurn();
    }
  }

  async function wake(order: WatchedOrder | undefined): Promise<void> {
    order?.rendered.clear();
    if (order !== undefined) await wakePages(order);
  }

  return {
    wake: (id: string) => void wake(watched.get(id)),
    async wakeAll(): Promise<void> {
      for (const order of watched.values()) await wake(order);
    },
    /** Recalculates every estimate from memory and wakes the pages whose estimate changed. */
    async updateEstimates(update: (order: WatchedOrder) => boolean): Promise<void> {
      let updatedCount = 0;
      for (const order of watched.values()) {
        updatedCount += 1;
        if (updatedCount % PAGES_PER_TURN === 0) await nextTurn();
        if (update(order)) await wakePages(order);
      }
    },
    add(id: string, page: WakeSignal): WatchedOrder {
      const order = watched.get(id) ?? newWatchedOrder();
      watched.set(id, order);
      order.pages.add(page);
      return order;
    },
    remove(id: string, page: WakeSignal): void {
      const order = watched.get(id);
      order?.pages.delete(page);
      if (order?.pages.size === 0) watched.delete(id);
    },
  };
}

function versionOf(lastEventId: string | undefined): number {
  const version = Number(lastEventId ?? '0');
  return Number.isSafeInteger(version) ? version : 0;
}

/** Recalculates the estimate; true when it changed. */
function updateEstimate(deps: Deps, watched: WatchedOrder): boolean {
  const { order } = watched;
  if (order === undefined) {
    watched.estimate = undefined;
    return false;
  }
  const estimate = presentEstimate(deps, order);
  const estimateKey = `${order.version} ${estimate?.outcome_amount} ${estimate?.rate}`;
  if (watched.estimate !== undefined && estimateKey === watched.estimateKey) return false;
  watched.estimateKey = estimateKey;
  watched.estimate = { id: String(order.version), event: 'estimate', data: JSON.stringify({ estimate }) };
  return true;
}

async function render(deps: Deps, watched: WatchedOrder, { id, locale, ownerId }: RenderRequest): Rendering {
  if (ownerId !== undefined) {
    const entry = await deps.otherListEntries.find(deps, deps.db, { id, userId: ownerId, locale });
    return entry && { id: String(entry.version), event: 'order', data: JSON.stringify({ data: entry.resource }) };
  }
  const order = await findOrder(deps.db, id);
  if (!order) return undefined;
  if (order.version >= watched.version) {
    watched.version = order.version;
    watched.order = isEstimated(order) ? order : undefined;
  }
  updateEstimate(deps, watched);
  const data = { data: await presentOrder(deps, deps.db, { order, locale }) };
  // Serialised here: the text is cached, the object is not
  return { id: String(order.version), event: 'order', data: JSON.stringify(data) };
}

/** The shared rendering, made again when there is none or it is older than the requested version. */
async function latestRendering(deps: Deps, watched: WatchedOrder, request: RenderRequest & { version: number }): Rendering {
  const { locale, version } = request;
  const { rendered } = watched;
  const shared = rendered.get(locale);
  if (shared !== undefined && Number((await shared)?.id ?? 0) >= version) return shared;
  const newer = rendered.get(locale);
  if (newer !== undefined && newer !== shared) return newer;
  const rendering = render(deps, watched, request);
  rendered.set(locale, rendering);
  // The next caller tries again
  rendering.catch(() => rendered.get(locale) === rendering && rendered.delete(locale));
  return rendering;
}

/** One subscription per process, one rendering per order and locale. */
export function createOrderFeed(deps: Deps): OrderFeed {
  const watchers = createWatchers();
  deps.live.subscribe('order_changed', (payload) => watchers.wake(payload.split(':', 1)[0] ?? ''));
  deps.live.onReconnect(() => void watchers.wakeAll());
  deps.quotes.onPrices(() => {
    watchers
      .updateEstimates((watched) => updateEstimate(deps, watched))
      .catch((error: unknown) => deps.log.warn({ error }, 'estimates_not_told'));
  });

  return {
    async *follow({ id, version, ownerId }, { lastEventId, locale, signal }) {
      const wakeSignal = new WakeSignal();
      const watched = watchers.add(id, wakeSignal);
      signal.addEventListener('abort', () => wakeSignal.set(), { once: true });
      let shownVersion = versionOf(lastEventId);
      let sentEstimate: ServerEvent | undefined;
      try {
        for (;;) {
          await wakeSignal.wait();
          if (signal.aborted) return;
          const event = await latestRendering(deps, watched, { id, locale, version, ...(ownerId === undefined ? {} : { ownerId }) });
          if (event === undefined) continue;
          const isNew = Number(event.id) !== shownVersion;
          shownVersion = Number(event.id);
          if (isNew) yield event;
          const { estimate } = watched;
          if (estimate === undefined || estimate === sentEstimate || estimate.id !== event.id) continue;
          sentEstimate = estimate;
          yield estimate;
        }
      } finally {
        watchers.remove(id, wakeSignal);
      }
    },
  };
}

/**
 * The order or other list entry that a stream follows; undefined for one of someone else and for an unknown id. Small, because a
 * stream holds it for hours.
 */
export async function findFollowedOrder(
  deps: Deps,
  call: CallWithOrderKeys,
  { id, locale }: { readonly id: string; readonly locale: Locale },
): Promise<FollowedOrder | undefined> {
  const order = await findOwnOrder(deps, deps.db, id, callerOf(call));
  if (order !== undefined) return { id, version: order.version };
  if (call.visitor.kind !== 'user') return undefined;
  const { userId } = call.visitor;
  const entry = await deps.otherListEntries.find(deps, deps.db, { id, userId, locale });
  return entry && { id, version: entry.version, ownerId: userId };
}
