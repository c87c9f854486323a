import { urlOf } from '#contract/call.ts';
import { followEvents, MOST_FOLLOWED } from '#contract/following.ts';
import { keepOpen } from '#ui/live/keep-open.ts';
import { apiAddress } from '#web/api/api-address.ts';

/*
 * One live stream for all pages of this browser. A browser opens six connections to a place over HTTP/1.1, and people open more windows
 * than that: of those that are looked at whoever holds the lock reads for all, and when it goes the next in line takes over.
 */

/** An order as a page shows it. */
interface Shown {
  readonly id: string;
  readonly locale: string;
  readonly version: number;
}

/** What a part of a page follows, and what it does with what is told. */
export interface Part {
  /** Read whenever the stream is opened: an order, talks with support, or what can be exchanged. */
  readonly shown: () => Shown | 'chat' | 'availability';
  /** `data` as the stream has it, also of what others follow; `opened`: hints from before are lost. */
  readonly hear: (event: string, data: string) => void;
  /** Whether changes come by themselves. */
  readonly onState: (isOpen: boolean) => void;
}

interface Want {
  readonly page: string;
  readonly orders: readonly Shown[];
  readonly chat: boolean;
  readonly availability: boolean;
}

type Word =
  | { readonly kind: 'asked' }
  | { readonly kind: 'want'; readonly want: Want }
  | { readonly kind: 'left'; readonly page: string }
  | { readonly kind: 'state'; readonly isOpen: boolean }
  | { readonly kind: 'told'; readonly event: string; readonly data: string };

const NAME = 'visitor-live';
const EVENTS = ['order', 'estimate', 'refused', 'chat', 'availability'] as const;
/** Pages that open together are followed together. */
const GATHER_MS = 100;
/** How often pages say that they are still there; one that has said nothing three times is gone. */
const LOOK_MS = 30_000;
/** Nobody has told how the stream is: it is asked for in the meantime. */
const SILENT_MS = 3_000;

const nameOf = ({ id, locale }: Pick<Shown, 'id' | 'locale'>): string => `${id}:${locale}`;

/** Which order an event tells, in which version; undefined for anything else. */
function toldOf(data: string): Shown | undefined {
  const told: unknown = JSON.parse(data);
  if (typeof told !== 'object' || told === null || !('order_id' in told) || !('locale' in told) || !('version' in told)) return undefined;
  const { order_id: id, locale, version } = told;
  return typeof id === 'string' && typeof locale === 'string' && typeof version === 'number' ? { id, locale, version } : undefined;
}

/** Reads the stream for all pages until the signal. */
function lead(signal: AbortSignal, own: () => Want, say: (word: Word) => void) {
  const wants = new Map<string, { readonly want: Want; readonly at: number }>();
  const seen = new Map<string, { readonly version: number; readonly data: string }>();
  /** The newest availability of this stream, for pages that join later. */
  let availability: string | undefined;
  let kept: AbortController | undefined;
  let followed = '';
  let isOpen = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = Date.now();

  const state = (next: boolean) => {
    isOpen = next;
    say({ kind: 'state', isOpen });
  };
  const take = (event: string, data: string) => {
    const told = event === 'order' ? toldOf(data) : undefined;
    if (told !== undefined) seen.set(nameOf(told), { version: told.version, data });
    if (event === 'availability') availability = data;
    say({ kind: 'told', event, data });
  };
  const all = (): Want => {
    const orders = new Map<string, Shown>();
    for (const { want } of wants.values())
      for (const one of want.orders) {
        const known = seen.get(nameOf(one))?.version;
        const version = known ?? Math.min(one.version, orders.get(nameOf(one))?.version ?? one.version);
        orders.set(nameOf(one), { ...one, version });
      }
    const isWanted = (what: 'chat' | 'availability') => [...wants.values()].some(({ want }) => want[what]);
    return {
      page: '',
      orders: [...orders.values()].slice(-MOST_FOLLOWED),
      chat: isWanted('chat'),
      availability: isWanted('availability'),
    };
  };
  const openSource = (): EventSource => {
    const { orders, chat, availability: isFollowed } = all();
    const list = orders.map((one) => `${one.id}:${one.version}:${one.locale}`).join(',');
    const query = {
      orders: list === '' ? undefined : list,
      chat: chat ? ('1' as const) : undefined,
      availability: isFollowed ? ('1' as const) : undefined,
    };
    const opened = new EventSource(apiAddress(urlOf(followEvents, { query })), { withCredentials: true });
    opened.addEventListener('open', () => say({ kind: 'told', event: 'opened', data: '' }));
    for (const event of EVENTS) opened.addEventListener(event, (told) => take(event, String(told.data)));
    return opened;
  };
  const open = (isForced = false) => {
    const { page } = own();
    wants.set(page, { want: own(), at: Date.now() });
    const next = all();
    const { orders, chat } = next;
    const named = `${orders.map(nameOf).toSorted().join(' ')} ${chat} ${next.availability}`;
    if (!isForced && named === followed && kept !== undefined) return;
    kept?.abort();
    kept = undefined;
    availability = undefined;
    followed = named;
    const names = new Set(orders.map(nameOf));
    for (const name of seen.keys()) if (!names.has(name)) seen.delete(name);
    if (orders.length === 0 && !chat && !next.availability) return;
    kept = new AbortController();
    keepOpen({ open: openSource, onState: state, signal: kept.signal });
  };
  const gather = () => {
    clearTimeout(gathering);
    gathering = setTimeout(open, GATHER_MS);
  };
  const look = setInterval(() => {
    const now = Date.now();
    const hasSlept = now - lookedAt > 2 * LOOK_MS;
    lookedAt = now;
    for (const [page, { at }] of wants) if (now - at > 3 * LOOK_MS && !hasSlept) wants.delete(page);
    say({ kind: 'asked' });
    // What a machine that slept took for its connection may be none
    if (hasSlept) open(true);
    else gather();
  }, LOOK_MS);
  const online = () => open(true);
  globalThis.addEventListener('online', online);
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(look);
      clearTimeout(gathering);
      globalThis.removeEventListener('online', online);
      kept?.abort();
    },
    { once: true },
  );
  gather();
  say({ kind: 'asked' });
  return {
    gather,
    hear(word: Word): void {
      if (word.kind === 'left') wants.delete(word.page);
      if (word.kind !== 'want') return word.kind === 'left' ? gather() : undefined;
      const { want } = word;
      const isNew = !wants.has(want.page);
      wants.set(want.page, { want, at: Date.now() });
      for (const one of want.orders) {
        const newest = seen.get(nameOf(one));
        if (newest !== undefined && newest.version > one.version) say({ kind: 'told', event: 'order', data: newest.data });
      }
      if (isNew && want.availability && availability !== undefined) say({ kind: 'told', event: 'availability', data: availability });
      if (isNew) say({ kind: 'state', isOpen });
      gather();
    },
  };
}

/** This page among the others, while it is looked at. */
function takePart(own: () => Want, hear: (word: Word) => void) {
  const left = new AbortController();
  const { page } = own();
  const channel = 'locks' in navigator && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(NAME) : undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it reaches this origin alone
  const post = (word: Word) => channel?.postMessage(word);
  let leading: ReturnType<typeof lead> | undefined;
  const begin = () => {
    leading = lead(left.signal, own, (word) => {
      post(word);
      hear(word);
    });
  };
  const want = () => (leading === undefined ? post({ kind: 'want', want: own() }) : leading.gather());
  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (leading !== undefined) leading.hear(data);
    else if (data.kind === 'asked') want();
    else hear(data);
  });
  if (channel === undefined) begin();
  else {
    want();
    const turn = () =>
      new Promise<void>((leave) => {
        left.signal.addEventListener('abort', () => leave(), { once: true });
        begin();
      });
    // Refused only by leaving before one's turn
    navigator.locks.request(NAME, { signal: left.signal }, turn).catch(() => undefined);
  }
  return {
    want,
    leave(): void {
      left.abort();
      post({ kind: 'left', page });
      channel?.close();
    },
  };
}

function createPage() {
  const page = crypto.randomUUID();
  const parts = new Set<Part>();
  let part: ReturnType<typeof takePart> | undefined;
  let isOpen: boolean | undefined;
  let silent: ReturnType<typeof setTimeout> | undefined;

  const own = (): Want => {
    const shown = [...parts].map((one) => one.shown());
    return {
      page,
      orders: shown.filter((one) => typeof one !== 'string'),
      chat: shown.includes('chat'),
      availability: shown.includes('availability'),
    };
  };
  const state = (next: boolean) => {
    clearTimeout(silent);
    if (isOpen === next) return;
    isOpen = next;
    for (const one of parts) one.onState(next);
  };
  const hear = (word: Word) => {
    if (word.kind === 'state') state(word.isOpen);
    if (word.kind === 'told') for (const one of parts) one.hear(word.event, word.data);
  };
  const look = () => {
    const isWanted = document.visibilityState === 'visible' && parts.size > 0;
    if (isWanted === (part !== undefined)) return;
    if (isWanted) {
      part = takePart(own, hear);
      silent = setTimeout(() => state(false), SILENT_MS);
      return;
    }
    part?.leave();
    part = undefined;
    state(false);
    isOpen = undefined;
  };
  document.addEventListener('visibilitychange', look);
  return (one: Part): (() => void) => {
    parts.add(one);
    if (part === undefined) look();
    else part.want();
    if (part === undefined) one.onState(false);
    else if (isOpen !== undefined) one.onState(isOpen);
    return () => {
      parts.delete(one);
      if (parts.size === 0) look();
      else part?.want();
    };
  };
}

let ofPage: ReturnType<typeof createPage> | undefined;

/** Follows by the one stream of this browser, while the page is looked at; gives the way to stop. */
export function followByStream(part: Part): () => void {
  ofPage ??= createPage();
  return ofPage(part);
}
