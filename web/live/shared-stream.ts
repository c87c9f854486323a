import { urlOf } from '#contract/call.ts';
import { followEvents, MAX_FOLLOWED } from '#contract/public/following.ts';
import { keepOpen } from '#ui/live/keep-open.ts';
import { apiAddress } from '#web/api/api-address.ts';

/*
 * One live stream for all visible pages of this browser, because a browser opens six connections per host over HTTP/1.1. The page that
 * holds the lock reads the stream and broadcasts its events; when it closes, the next page gets the lock.
 */

/** The order version that a page shows. */
interface OrderVersion {
  readonly id: string;
  readonly locale: string;
  readonly version: number;
}

/** A part of a page that follows a subject. */
export interface Subscriber {
  /** Read whenever the stream is opened: an order, the support chat, or availability. */
  readonly subject: () => OrderVersion | 'chat' | 'availability';
  /** `data` is raw, and also of other pages' subjects. Event `opened`: earlier events may be lost. */
  readonly onEvent: (event: string, data: string) => void;
  /** Whether the stream is open. */
  readonly onState: (isOpen: boolean) => void;
}

interface PageSubjects {
  readonly page: string;
  readonly orders: readonly OrderVersion[];
  readonly chat: boolean;
  readonly availability: boolean;
}

type Message =
  | { readonly kind: 'asked' }
  | { readonly kind: 'want'; readonly want: PageSubjects }
  | { readonly kind: 'left'; readonly page: string }
  | { readonly kind: 'state'; readonly isOpen: boolean }
  | { readonly kind: 'told'; readonly event: string; readonly data: string };

const CHANNEL = 'visitor-live';
const EVENTS = ['order', 'estimate', 'refused', 'chat', 'availability'] as const;
/** Pages that open together share one reconnect. */
const GATHER_MS = 100;
/** Interval of heartbeats; a page without three of them is removed. */
const HEARTBEAT_MS = 30_000;
/** Without a state message the page polls. */
const STATE_TIMEOUT_MS = 3_000;

const keyOf = ({ id, locale }: Pick<OrderVersion, 'id' | 'locale'>): string => `${id}:${locale}`;

/** The order version of an event; undefined for other events. */
function orderOf(data: string): OrderVersion | undefined {
  const event: unknown = JSON.parse(data);
  if (typeof event !== 'object' || event === null || !('order_id' in event) || !('locale' in event) || !('version' in event))
    return undefined;
  const { order_id: id, locale, version } = event;
  return typeof id === 'string' && typeof locale === 'string' && typeof version === 'number' ? { id, locale, version } : undefined;
}

/** Reads the stream for all pages until `signal` aborts. */
function readForAll(signal: AbortSignal, ownSubjects: () => PageSubjects, broadcast: (word: Message) => void) {
  const pages = new Map<string, { readonly want: PageSubjects; readonly at: number }>();
  const newestEvents = new Map<string, { readonly version: number; readonly data: string }>();
  /** Newest availability event, for pages that join later. */
  let availability: string | undefined;
  let connection: AbortController | undefined;
  let openSubjects = '';
  let isOpen = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let heartbeatAt = Date.now();

  const setState = (next: boolean) => {
    isOpen = next;
    broadcast({ kind: 'state', isOpen });
  };
  const onEvent = (event: string, data: string) => {
    const order = event === 'order' ? orderOf(data) : undefined;
    if (order !== undefined) newestEvents.set(keyOf(order), { version: order.version, data });
    if (event === 'availability') availability = data;
    broadcast({ kind: 'told', event, data });
  };
  const allSubjects = (): PageSubjects => {
    const orders = new Map<string, OrderVersion>();
    for (const { want } of pages.values())
      for (const one of want.orders) {
        const knownVersion = newestEvents.get(keyOf(one))?.version;
        const version = knownVersion ?? Math.min(one.version, orders.get(keyOf(one))?.version ?? one.version);
        orders.set(keyOf(one), { ...one, version });
      }
    const isWanted = (what: 'chat' | 'availability') => [...pages.values()].some(({ want }) => want[what]);
    return {
      page: '',
      orders: [...orders.values()].slice(-MAX_FOLLOWED),
      chat: isWanted('chat'),
      availability: isWanted('availability'),
    };
  };
  const openSource = (): EventSource => {
    const { orders, chat, availability: isFollowed } = allSubjects();
    const list = orders.map((one) => `${one.id}:${one.version}:${one.locale}`).join(',');
    const query = {
      orders: list === '' ? undefined : list,
      chat: chat ? ('1' as const) : undefined,
      availability: isFollowed ? ('1' as const) : undefined,
    };
    const source = new EventSource(apiAddress(urlOf(followEvents, { query })), { withCredentials: true });
    source.addEventListener('open', () => broadcast({ kind: 'told', event: 'opened', data: '' }));
    for (const event of EVENTS) source.addEventListener(event, (message) => onEvent(event, String(message.data)));
    return source;
  };
  const open = (isForced = false) => {
    const { page } = ownSubjects();
    pages.set(page, { want: ownSubjects(), at: Date.now() });
    const next = allSubjects();
    const { orders, chat } = next;
    const subjectsKey = `${orders.map(keyOf).toSorted().join(' ')} ${chat} ${next.availability}`;
    if (!isForced && subjectsKey === openSubjects && connection !== undefined) return;
    connection?.abort();
    connection = undefined;
    availability = undefined;
    openSubjects = subjectsKey;
    const names = new Set(orders.map(keyOf));
    for (const name of newestEvents.keys()) if (!names.has(name)) newestEvents.delete(name);
    if (orders.length === 0 && !chat && !next.availability) return;
    connection = new AbortController();
    keepOpen({ open: openSource, onState: setState, signal: connection.signal });
  };
  const scheduleOpen = () => {
    clearTimeout(gathering);
    gathering = setTimeout(open, GATHER_MS);
  };
  const heartbeat = setInterval(() => {
    const now = Date.now();
    const hasSlept = now - heartbeatAt > 2 * HEARTBEAT_MS;
    heartbeatAt = now;
    for (const [page, { at }] of pages) if (now - at > 3 * HEARTBEAT_MS && !hasSlept) pages.delete(page);
    broadcast({ kind: 'asked' });
    // After sleep the connection may be dead
    if (hasSlept) open(true);
    else scheduleOpen();
  }, HEARTBEAT_MS);
  const online = () => open(true);
  globalThis.addEventListener('online', online);
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(heartbeat);
      clearTimeout(gathering);
      globalThis.removeEventListener('online', online);
      connection?.abort();
    },
    { once: true },
  );
  scheduleOpen();
  broadcast({ kind: 'asked' });
  return {
    gather: scheduleOpen,
    onMessage(message: Message): void {
      if (message.kind === 'left') pages.delete(message.page);
      if (message.kind !== 'want') return message.kind === 'left' ? scheduleOpen() : undefined;
      const { want } = message;
      const isNew = !pages.has(want.page);
      pages.set(want.page, { want, at: Date.now() });
      for (const one of want.orders) {
        const newest = newestEvents.get(keyOf(one));
        if (newest !== undefined && newest.version > one.version) broadcast({ kind: 'told', event: 'order', data: newest.data });
      }
      if (isNew && want.availability && availability !== undefined) broadcast({ kind: 'told', event: 'availability', data: availability });
      if (isNew) broadcast({ kind: 'state', isOpen });
      scheduleOpen();
    },
  };
}

/** Joins this page to the others while it is visible. */
function joinPages(own: () => PageSubjects, hear: (word: Message) => void) {
  const departure = new AbortController();
  const { page } = own();
  const channel = 'locks' in navigator && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(CHANNEL) : undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it reaches this origin alone
  const post = (word: Message) => channel?.postMessage(word);
  let leader: ReturnType<typeof readForAll> | undefined;
  const becomeLeader = () => {
    leader = readForAll(departure.signal, own, (word) => {
      post(word);
      hear(word);
    });
  };
  const announce = () => (leader === undefined ? post({ kind: 'want', want: own() }) : leader.gather());
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (leader !== undefined) leader.onMessage(data);
    else if (data.kind === 'asked') announce();
    else hear(data);
  });
  if (channel === undefined) becomeLeader();
  else {
    announce();
    const holdLock = () =>
      new Promise<void>((leave) => {
        departure.signal.addEventListener('abort', () => leave(), { once: true });
        becomeLeader();
      });
    // Rejects only if the page leaves before it gets the lock
    navigator.locks.request(CHANNEL, { signal: departure.signal }, holdLock).catch(() => undefined);
  }
  return {
    want: announce,
    leave(): void {
      departure.abort();
      post({ kind: 'left', page });
      channel?.close();
    },
  };
}

function createPage() {
  const page = crypto.randomUUID();
  const subscribers = new Set<Subscriber>();
  let membership: ReturnType<typeof joinPages> | undefined;
  let isOpen: boolean | undefined;
  let stateTimeout: ReturnType<typeof setTimeout> | undefined;

  const own = (): PageSubjects => {
    const shown = [...subscribers].map((one) => one.subject());
    return {
      page,
      orders: shown.filter((one) => typeof one !== 'string'),
      chat: shown.includes('chat'),
      availability: shown.includes('availability'),
    };
  };
  const state = (next: boolean) => {
    clearTimeout(stateTimeout);
    if (isOpen === next) return;
    isOpen = next;
    for (const one of subscribers) one.onState(next);
  };
  const hear = (word: Message) => {
    if (word.kind === 'state') state(word.isOpen);
    if (word.kind === 'told') for (const one of subscribers) one.onEvent(word.event, word.data);
  };
  const joinOrLeave = () => {
    const isWanted = document.visibilityState === 'visible' && subscribers.size > 0;
    if (isWanted === (membership !== undefined)) return;
    if (isWanted) {
      membership = joinPages(own, hear);
      stateTimeout = setTimeout(() => state(false), STATE_TIMEOUT_MS);
      return;
    }
    membership?.leave();
    membership = undefined;
    state(false);
    isOpen = undefined;
  };
  document.addEventListener('visibilitychange', joinOrLeave);
  return (one: Subscriber): (() => void) => {
    subscribers.add(one);
    if (membership === undefined) joinOrLeave();
    else membership.want();
    if (membership === undefined) one.onState(false);
    else if (isOpen !== undefined) one.onState(isOpen);
    return () => {
      subscribers.delete(one);
      if (subscribers.size === 0) joinOrLeave();
      else membership?.want();
    };
  };
}

let subscribe: ReturnType<typeof createPage> | undefined;

/** Follows a subject by this browser's shared stream while the page is visible. Returns how to stop. */
export function subscribeToStream(part: Subscriber): () => void {
  subscribe ??= createPage();
  return subscribe(part);
}
