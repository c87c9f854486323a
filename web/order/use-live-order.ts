import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Estimated, Following, Shown } from './following.ts';
import { loadWire, UNANSWERED } from './load-wire.ts';
import { leftOfReading, toOrder, type Order } from './order.ts';

const POLL_MS = 5_000;
const REOPEN_MS = 20_000;
/** How often a page put aside asks: its title and icon go on telling the state. */
const ASIDE_POLL_MS = 20_000;
/** How often an order that waits for requisites is asked how long still. */
const WAITING_MS = 10_000;
/** How late a change that time causes may come by itself before we ask for it. */
const LATE_MS = 2_000;
/** The longest that a browser's timer can be set to. */
const MAX_TIMER_MS = 2_147_483_647;

export interface LiveOrder {
  readonly order: Order;
  /** When it was read, by the browser's clock; null until the page runs. */
  readonly readAt: number | null;
  /** `live`: changes arrive by themselves. `asking`: the stream is away or the page put aside, we ask now and then. `offline`: nobody answers. */
  readonly connection: 'live' | 'asking' | 'offline';
  readonly apply: (resource: Resource<OrderAttributes>) => void;
}

interface Reading {
  readonly order: Order;
  readonly readAt: number | null;
}

/** A newer reading replaces an older one, never the other way round; an estimate belongs to the version that it was made for. */
function newer(present: Reading, next: Reading | Estimated): Reading {
  if ('estimate' in next) {
    const { order } = present;
    return order.version === next.version ? { ...present, order: { ...order, estimate: next.estimate } } : present;
  }
  return next.order.id === present.order.id && next.order.version < present.order.version ? present : next;
}

/**
 * The order as it changes: by its live stream, which resumes where it broke; by asking while there is none. No state ends it: money can
 * come after every one of them, and the page says so.
 */
export function useLiveOrder(opened: Order): LiveOrder {
  const { locale } = useWords();
  const [reading, read] = useReducer(newer, { order: opened, readAt: null });
  const [connection, setConnection] = useState<LiveOrder['connection']>('live');
  const apply = (resource: Resource<OrderAttributes>) => read({ order: toOrder(resource), readAt: Date.now() });
  const { id } = opened;

  const shown = useEffectEvent(() => ({ id, locale, version: reading.order.version }));
  useEffect(() => {
    return follow(() => shown(), {
      onOrder: (resource) => {
        setConnection('live');
        read({ order: toOrder(resource), readAt: Date.now() });
      },
      onEstimate: read,
      onState: (isOpen) => setConnection((present) => (isOpen ? 'live' : present === 'offline' ? 'offline' : 'asking')),
    });
  }, [id, locale]);

  const [askNow, setAskNow] = useState(0);
  useEffect(() => {
    if (askNow === 0) return;
    const controller = new AbortController();
    const askOnce = async () => {
      const wire = await loadWire();
      const answer = (await wire?.readOrder({ id, locale, signal: controller.signal })) ?? UNANSWERED;
      if (controller.signal.aborted) return;
      setConnection((present) => (present === 'live' ? present : answer.ok ? 'asking' : 'offline'));
      if (answer.ok) read({ order: toOrder(answer.data), readAt: Date.now() });
    };
    void askOnce();
    return () => controller.abort();
  }, [askNow, id, locale]);
  useWhenToAsk({ connection, reading, ask: () => setAskNow((times) => times + 1) });

  return { ...reading, connection, apply };
}

interface Asking {
  readonly connection: LiveOrder['connection'];
  readonly reading: Reading;
  readonly ask: () => void;
}

/**
 * The stream tells what happened; we ask by ourselves while it is away, when something should have happened by the clock and nobody said
 * so, and when the page is looked at again (a telephone stops what it does not show).
 */
function useWhenToAsk({ connection, reading, ask }: Asking): void {
  const asks = useEffectEvent(ask);
  const { order, readAt } = reading;
  useEffect(() => {
    if (connection === 'live') return;
    let askedAt = Date.now();
    const timer = setInterval(() => {
      const isAside = document.visibilityState === 'hidden';
      if (isAside && Date.now() - askedAt < ASIDE_POLL_MS) return;
      askedAt = Date.now();
      asks();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [connection]);
  useEffect(() => {
    const left = leftOfReading(order);
    if (order.status === 'awaiting_requisites') {
      // Its place among those who wait changes, and with it what can be promised: no version tells of that
      const timer = setTimeout(() => asks(), WAITING_MS);
      return () => clearTimeout(timer);
    }
    if (left === null) return;
    const due = left - (readAt === null ? 0 : Date.now() - readAt);
    // What is overdue already may stay so (a person works on it): then more seldom
    const delay = due <= 0 ? REOPEN_MS : Math.max(POLL_MS, due + LATE_MS);
    const timer = setTimeout(() => asks(), Math.min(MAX_TIMER_MS, delay));
    return () => clearTimeout(timer);
  }, [order, readAt]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') asks();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}

/** Follows by the one stream of this browser (`web/live/one-stream.ts`), whose code comes after the page; gives the way to stop. */
function follow(shown: () => Shown, following: Following): () => void {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const begin = async () => {
    const wire = await loadWire();
    if (isOver) return;
    if (wire !== undefined) {
      stop = wire.followOrder(shown, following);
      return;
    }
    following.onState(false);
    timer = setTimeout(() => void begin(), REOPEN_MS);
  };
  void begin();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop?.();
  };
}
