import { joinPages } from '#ui/live/join-pages.ts';
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

/** Joins the one live stream of all pages of this browser, because a browser opens six connections per host over HTTP/1.1. */
export function joinLive(url: string, listen: (event: LiveEvent) => void): () => void {
  let isLeading = false;
  let state: LiveState = 'connecting';
  const receive = (event: LiveEvent) => {
    if (event.kind === 'state') state = event.state;
    listen(event);
  };
  const group = joinPages<Message>(NAME, {
    onMessage(message) {
      if (message.kind !== 'asked') receive(message);
      else if (isLeading) group.post({ kind: 'state', state });
    },
    lead(post, signal) {
      isLeading = true;
      readStream(url, signal, (event) => {
        receive(event);
        post(event);
      });
    },
  });
  group.post({ kind: 'asked' });
  return () => group.leave();
}
