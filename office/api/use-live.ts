import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeOrderEvents } from '#contract/office/orders/orders.ts';
import { joinPages } from '#ui/live/join-pages.ts';
import { keepOpen } from '#ui/live/keep-open.ts';
import { keys } from './keys.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** What changes beside orders; events are named `incidents_changed`. */
const DESK_TOPICS = [
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
type DeskTopic = (typeof DESK_TOPICS)[number];

/** A message of the stream: its state, or a change. `resync`: events may have been lost, everything is read again. */
type LiveEvent =
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
  for (const topic of DESK_TOPICS) source.addEventListener(`${topic}_changed`, () => emit({ kind: 'desk', about: topic }));
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
function joinLive(url: string, listen: (event: LiveEvent) => void): () => void {
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

/** Least time between two refetches of lists. */
const LIST_PAUSE_MS = 400;
const WORK_PAUSE_MS = 1_000;

const KEYS_OF = {
  incidents: keys.incidents,
  approvals: keys.approvals,
  reserves: keys.reserves,
  switches: keys.switches,
  changes: keys.changes,
  chat: keys.chat,
  payout_tasks: keys.payoutTasks,
  withdrawals: keys.withdrawals,
  card_checks: keys.cardChecks,
  reviews: keys.reviews,
  bank_lines: keys.bankLines,
} as const satisfies Readonly<Record<DeskTopic, () => readonly string[]>>;

/** Runs at once, and once more after the pause if it was requested during the pause. */
function throttled(action: () => void, pauseMs: number) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isRequestedAgain = false;
  const run = () => {
    if (pause !== undefined) {
      isRequestedAgain = true;
      return;
    }
    action();
    pause = setTimeout(() => {
      pause = undefined;
      if (!isRequestedAgain) return;
      isRequestedAgain = false;
      run();
    }, pauseMs);
  };
  return { run, stop: () => clearTimeout(pause) };
}

/**
 * Listens to the live stream and reads again what its events name. While the stream is down the queries poll. `mayListen`: false for
 * operators who may not read orders.
 */
export function useLive(mayListen: boolean): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    if (!mayListen) return undefined;
    const lists = throttled(() => void queries.invalidateQueries({ queryKey: keys.lists() }), LIST_PAUSE_MS);
    // Any change may add or remove work for people
    const work = throttled(() => void queries.invalidateQueries({ queryKey: keys.work() }), WORK_PAUSE_MS);
    const leave = joinLive(urlOf(officeOrderEvents, {}), (event) => {
      if (event.kind === 'state') {
        setState(event.state);
        // The stream also ends with the session: the gate checks it
        if (event.state === 'lost') void queries.invalidateQueries({ queryKey: keys.operator() });
      } else if (event.kind === 'resync') void queries.invalidateQueries();
      else if (event.kind === 'desk') {
        void queries.invalidateQueries({ queryKey: KEYS_OF[event.about]() });
        work.run();
      } else {
        if (event.id !== undefined) void queries.invalidateQueries({ queryKey: keys.order(event.id) });
        lists.run();
        work.run();
      }
    });
    return () => {
      leave();
      lists.stop();
      work.stop();
    };
  }, [queries, mayListen]);
  return state;
}
