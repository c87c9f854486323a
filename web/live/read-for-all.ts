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

/** Equal for subjects that one connection can serve. */
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
export function createFollowedSubjects() {
  const pages = new Map<string, { readonly subjects: PageSubjects; readonly seenAt: number }>();
  const newestEvents = new Map<string, { readonly version: number; readonly data: string }>();
  return {
    /** True for a new page. */
    add(subjects: PageSubjects, now: number): boolean {
      const isNew = !pages.has(subjects.page);
      pages.set(subjects.page, { subjects, seenAt: now });
      return isNew;
    },
    remove: (page: string): void => void pages.delete(page),
    /** Removes pages whose last message was before `time`. */
    removeSilent(time: number): void {
      for (const [page, { seenAt }] of pages) if (seenAt < time) pages.delete(page);
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
    /** Removes the events of other orders. */
    keepEventsOf({ orders }: Subjects): void {
      const keys = new Set(orders.map(keyOf));
      for (const key of newestEvents.keys()) if (!keys.has(key)) newestEvents.delete(key);
    },
    /** Subjects of all pages. An order has the version of its newest event, or else the oldest that a page shows. */
    all(): Subjects {
      const subjectsOfPages = [...pages.values()].map(({ subjects }) => subjects);
      const orders = new Map<string, OrderVersion>();
      for (const order of subjectsOfPages.flatMap((subjects) => subjects.orders)) {
        const key = keyOf(order);
        const version = newestEvents.get(key)?.version ?? Math.min(order.version, orders.get(key)?.version ?? order.version);
        orders.set(key, { ...order, version });
      }
      return {
        orders: [...orders.values()].slice(-MAX_FOLLOWED),
        chat: subjectsOfPages.some(({ chat }) => chat),
        availability: subjectsOfPages.some(({ availability }) => availability),
      };
    },
  };
}

/**
 * Messages between the pages of this browser: the leader requests what they follow (`asked`) and sends the stream's state and events
 * (`told`). Open pages of earlier versions need these names.
 */
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
  const orderList = orders.map(({ id, version, locale }) => `${id}:${version}:${locale}`).join(',');
  const query = {
    orders: orderList === '' ? undefined : orderList,
    chat: chat ? ('1' as const) : undefined,
    availability: availability ? ('1' as const) : undefined,
  };
  const source = new EventSource(apiAddress(urlOf(followEvents, { query })), { withCredentials: true });
  source.addEventListener('open', () => onEvent('opened', ''));
  for (const event of EVENTS) source.addEventListener(event, (message) => onEvent(event, String(message.data)));
  return source;
}

/** Calls back every `HEARTBEAT_MS` until `signal` aborts. `hasSlept`: the device was asleep, so the connection may be lost. */
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

/** Runs `run` once, `delayMs` after the last call; never after `signal` aborts. */
function debounced(run: () => void, delayMs: number, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(run, delayMs);
  };
}

/** Reads the stream for all pages until `signal` aborts. */
export function readForAll(signal: AbortSignal, subjectsOfPage: () => PageSubjects, broadcast: (message: Message) => void) {
  const followed = createFollowedSubjects();
  /** Newest availability event, for pages that join later. */
  let availability: string | undefined;
  let connection: AbortController | undefined;
  let connectionKey = '';
  let isOpen = false;

  const onState = (next: boolean) => {
    isOpen = next;
    broadcast({ kind: 'state', isOpen });
  };
  const onEvent = (event: string, data: string) => {
    if (event === 'order') followed.record(data);
    if (event === 'availability') availability = data;
    broadcast({ kind: 'told', event, data });
  };
  const open = (isForced = false) => {
    followed.add(subjectsOfPage(), Date.now());
    const next = followed.all();
    const key = connectionKeyOf(next);
    if (!isForced && key === connectionKey && connection !== undefined) return;
    connection?.abort();
    [connection, availability, connectionKey] = [undefined, undefined, key];
    followed.keepEventsOf(next);
    if (next.orders.length === 0 && !next.chat && !next.availability) return;
    connection = new AbortController();
    keepOpen({ open: () => openSource(followed.all(), onEvent), onState, signal: connection.signal });
  };
  const scheduleOpen = debounced(open, GATHER_MS, signal);
  startHeartbeat(signal, (now, hasSlept) => {
    if (!hasSlept) followed.removeSilent(now - 3 * HEARTBEAT_MS);
    broadcast({ kind: 'asked' });
    if (hasSlept) open(true);
    else scheduleOpen();
  });
  globalThis.addEventListener('online', () => open(true), { signal });
  signal.addEventListener('abort', () => connection?.abort(), { once: true });
  scheduleOpen();
  broadcast({ kind: 'asked' });

  return {
    gather: scheduleOpen,
    onSubjects(subjects: PageSubjects): void {
      const isNew = followed.add(subjects, Date.now());
      for (const data of followed.newerEvents(subjects)) broadcast({ kind: 'told', event: 'order', data });
      if (isNew && subjects.availability && availability !== undefined)
        broadcast({ kind: 'told', event: 'availability', data: availability });
      if (isNew) broadcast({ kind: 'state', isOpen });
      scheduleOpen();
    },
    onLeft(page: string): void {
      followed.remove(page);
      scheduleOpen();
    },
  };
}
