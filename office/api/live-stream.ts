import { keepOpen } from '#ui/live/keep-open.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** What changes beside orders; events are named `incidents_changed`. */
export const DESK_TOPICS = [
  'incidents',
  'approvals',
  'reserves',
  'switches',
  'changes',
  'chat',
  'payout_tasks',
  'withdrawals',
  'card_checks',
  'reviews',
  'bank_lines',
] as const;
export type DeskTopic = (typeof DESK_TOPICS)[number];

/** A message of the stream: its state, or a change. `resync`: events may have been lost, everything is read again. */
export type LiveEvent =
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'resync' }
  | { readonly kind: 'changed'; readonly id: string | undefined }
  | { readonly kind: 'desk'; readonly about: DeskTopic };

/** A new page asks the leading page for the stream's state. */
type Message = LiveEvent | { readonly kind: 'asked' };

const NAME = 'office-live';

function readId(event: Event): string | undefined {
  const data: unknown = JSON.parse(event instanceof MessageEvent ? String(event.data) : 'null');
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : undefined;
}

/** Opens the stream; `emit` gets its events. */
function openSource(url: string, emit: (event: LiveEvent) => void): EventSource {
  const source = new EventSource(url);
  const changed = (event: Event) => emit({ kind: 'changed', id: readId(event) });
  source.addEventListener('open', () => emit({ kind: 'resync' }));
  source.addEventListener('resync', () => emit({ kind: 'resync' }));
  source.addEventListener('order_changed', changed);
  source.addEventListener('lease_changed', changed);
  for (const about of DESK_TOPICS) source.addEventListener(`${about}_changed`, () => emit({ kind: 'desk', about }));
  return source;
}

/** Reads the stream until the signal. */
function readStream(url: string, signal: AbortSignal, emit: (event: LiveEvent) => void): void {
  keepOpen({
    open: () => openSource(url, emit),
    onState: (isOpen) => emit({ kind: 'state', state: isOpen ? 'live' : 'lost' }),
    signal,
  });
}

/**
 * Joins the one live stream of all pages of this browser: the page that holds the lock reads it and informs the others; when it
 * closes, the next page takes over. One connection for any number of tabs, since a browser opens six per host (HTTP/1.1).
 * Without locks (a page over plain HTTP) every page reads for itself.
 */
export function joinLive(url: string, listen: (event: LiveEvent) => void): () => void {
  const leaving = new AbortController();
  if (!('locks' in navigator)) {
    readStream(url, leaving.signal, listen);
    return () => leaving.abort();
  }
  const channel = new BroadcastChannel(NAME);
  let isLeading = false;
  let state: LiveState = 'connecting';
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it reaches this origin alone
  const post = (message: Message) => channel.postMessage(message);
  const receive = (event: LiveEvent) => {
    if (event.kind === 'state') state = event.state;
    listen(event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'asked') receive(data);
    else if (isLeading) post({ kind: 'state', state });
  });
  const lead = () =>
    new Promise<void>((leave) => {
      isLeading = true;
      leaving.signal.addEventListener('abort', () => leave(), { once: true });
      readStream(url, leaving.signal, (event) => {
        receive(event);
        post(event);
      });
    });
  // Rejected only when the page leaves before its turn
  navigator.locks.request(NAME, { signal: leaving.signal }, lead).catch(() => undefined);
  post({ kind: 'asked' });
  return () => {
    leaving.abort();
    channel.close();
  };
}
