import { MAX_FOLLOWED } from '#contract/public/following.ts';

/** The order version that a page shows. */
export interface OrderVersion {
  readonly id: string;
  readonly locale: string;
  readonly version: number;
}

export interface Subjects {
  readonly orders: readonly OrderVersion[];
  readonly chat: boolean;
  readonly availability: boolean;
}

export interface PageSubjects extends Subjects {
  readonly page: string;
}

const keyOf = ({ id, locale }: OrderVersion): string => `${id}:${locale}`;

/** Equal for subjects that one connection serves alike. */
export const connectionKeyOf = ({ orders, chat, availability }: Subjects): string =>
  `${orders.map(keyOf).toSorted().join(' ')} ${chat} ${availability}`;

/** The order version of an event; undefined for other events. */
function orderOf(data: string): OrderVersion | undefined {
  const event: unknown = JSON.parse(data);
  if (typeof event !== 'object' || event === null || !('order_id' in event) || !('locale' in event) || !('version' in event))
    return undefined;
  const { order_id: id, locale, version } = event;
  return typeof id === 'string' && typeof locale === 'string' && typeof version === 'number' ? { id, locale, version } : undefined;
}

/** The subjects of all visible pages, and the newest event of each order. */
export function createWantedSubjects() {
  const pages = new Map<string, { readonly want: PageSubjects; readonly at: number }>();
  const newestEvents = new Map<string, { readonly version: number; readonly data: string }>();
  return {
    /** True for a new page. */
    add(want: PageSubjects, now: number): boolean {
      const isNew = !pages.has(want.page);
      pages.set(want.page, { want, at: now });
      return isNew;
    },
    remove: (page: string): void => void pages.delete(page),
    /** Removes pages last heard before `time`. */
    removeSilent(time: number): void {
      for (const [page, { at }] of pages) if (at < time) pages.delete(page);
    },
    /** Stores the event of an order as its newest. */
    record(data: string): void {
      const order = orderOf(data);
      if (order !== undefined) newestEvents.set(keyOf(order), { version: order.version, data });
    },
    /** Stored events newer than what a page shows. */
    newerEvents: ({ orders }: Subjects): readonly string[] =>
      orders.flatMap((order) => {
        const newest = newestEvents.get(keyOf(order));
        return newest !== undefined && newest.version > order.version ? [newest.data] : [];
      }),
    /** Forgets the events of other orders. */
    keepEventsOf({ orders }: Subjects): void {
      const keys = new Set(orders.map(keyOf));
      for (const key of newestEvents.keys()) if (!keys.has(key)) newestEvents.delete(key);
    },
    /** Every order at its newest known version, else the oldest that a page shows. */
    all(): Subjects {
      const wants = [...pages.values()].map(({ want }) => want);
      const orders = new Map<string, OrderVersion>();
      for (const order of wants.flatMap((want) => want.orders)) {
        const key = keyOf(order);
        const version = newestEvents.get(key)?.version ?? Math.min(order.version, orders.get(key)?.version ?? order.version);
        orders.set(key, { ...order, version });
      }
      return {
        orders: [...orders.values()].slice(-MAX_FOLLOWED),
        chat: wants.some(({ chat }) => chat),
        availability: wants.some(({ availability }) => availability),
      };
    },
  };
}
