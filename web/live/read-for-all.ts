import { urlOf } from '#contract/call.ts';
import { followEvents, MAX_FOLLOWED } from '#contract/public/following.ts';
import { keepOpen } from '#ui/live/keep-open.ts';
import { apiAddress } from '#web/api/api-address.ts';

/** The order version that a page shows. */
export interface OrderVersion {
  readonly id: string;
  readonly locale: string;
  readonly version: number;
}

interface Subjects {
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

/** Between the pages of this browser. */
export type Message =
  | { readonly kind: 'asked' }
  | { readonly kind: 'want'; readonly want: PageSubjects }
  | { readonly kind: 'left'; readonly page: string }
  | { readonly kind: 'state'; readonly isOpen: boolean }
  | { readonly kind: 'told'; readonly event: string; readonly data: string };

const EVENTS = ['order', 'estimate', 'refused', 'chat', 'availability'] as const;
/** Pages that open together share one reconnect. */
const GATHER_MS = 100;
/** Interval of heartbeats; a page without three of them is removed. */
const HEARTBEAT_MS = 30_000;

function openSource({ orders, chat, availability }: Subjects, onEvent: (event: string, data: string) => void): EventSource {
  const list = orders.map((one) => `${one.id}:${one.version}:${one.locale}`).join(',');
  const query = {
    orders: list === '' ? undefined : list,
    chat: chat ? ('1' as const) : undefined,
    availability: availability ? ('1' as const) : undefined,
  };
  const source = new EventSource(apiAddress(urlOf(followEvents, { query })), { withCredentials: true });
  source.addEventListener('open', () => onEvent('opened', ''));
  for (const event of EVENTS) source.addEventListener(event, (message) => onEvent(event, String(message.data)));
  return source;
}

/** Calls back every `HEARTBEAT_MS` until `signal` aborts. `hasSlept`: the device was asleep, so the connection may be dead. */
function startHeartbeat(signal: AbortSignal, onBeat: (now: number, hasSlept: boolean) => void): void {
  let lastAt = Date.now();
  const heartbeat = setInterval(() => {
    const now = Date.now();
    const hasSlept = now - lastAt > 2 * HEARTBEAT_MS;
    lastAt = now;
    onBeat(now, hasSlept);
  }, HEARTBEAT_MS);
  signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true });
}

/** Reads the stream for all pages until `signal` aborts. */
export function readForAll(signal: AbortSignal, ownSubjects: () => PageSubjects, broadcast: (message: Message) => void) {
  const wanted = createWantedSubjects();
  /** Newest availability event, for pages that join later. */
  let availability: string | undefined;
  let connection: AbortController | undefined;
  let connectionKey = '';
  let isOpen = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const onState = (next: boolean) => {
    isOpen = next;
    broadcast({ kind: 'state', isOpen });
  };
  const onEvent = (event: string, data: string) => {
    if (event === 'order') wanted.record(data);
    if (event === 'availability') availability = data;
    broadcast({ kind: 'told', event, data });
  };
  const open = (isForced = false) => {
    wanted.add(ownSubjects(), Date.now());
    const next = wanted.all();
    const key = connectionKeyOf(next);
    if (!isForced && key === connectionKey && connection !== undefined) return;
    connection?.abort();
    [connection, availability, connectionKey] = [undefined, undefined, key];
    wanted.keepEventsOf(next);
    if (next.orders.length === 0 && !next.chat && !next.availability) return;
    connection = new AbortController();
    keepOpen({ open: () => openSource(wanted.all(), onEvent), onState, signal: connection.signal });
  };
  const scheduleOpen = () => {
    clearTimeout(gathering);
    gathering = setTimeout(open, GATHER_MS);
  };
  startHeartbeat(signal, (now, hasSlept) => {
    if (!hasSlept) wanted.removeSilent(now - 3 * HEARTBEAT_MS);
    broadcast({ kind: 'asked' });
    if (hasSlept) open(true);
    else scheduleOpen();
  });
  globalThis.addEventListener('online', () => open(true), { signal });
  signal.addEventListener('abort', () => (clearTimeout(gathering), connection?.abort()), { once: true });
  scheduleOpen();
  broadcast({ kind: 'asked' });

  return {
    gather: scheduleOpen,
    onWant(want: PageSubjects): void {
      const isNew = wanted.add(want, Date.now());
      for (const data of wanted.newerEvents(want)) broadcast({ kind: 'told', event: 'order', data });
      if (isNew && want.availability && availability !== undefined) broadcast({ kind: 'told', event: 'availability', data: availability });
      if (isNew) broadcast({ kind: 'state', isOpen });
      scheduleOpen();
    },
    onLeft(page: string): void {
      wanted.remove(page);
      scheduleOpen();
    },
  };
}
