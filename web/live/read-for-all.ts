import { urlOf } from '#contract/call.ts';
import { followEvents } from '#contract/public/following.ts';
import { keepOpen } from '#ui/live/keep-open.ts';
import { apiAddress } from '#web/api/api-address.ts';
import { connectionKeyOf, createWantedSubjects, type PageSubjects, type Subjects } from './wanted-subjects.ts';

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
