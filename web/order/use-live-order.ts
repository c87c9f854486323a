import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { EstimateUpdate, OrderListener, FollowedOrder } from './calls.ts';
import { loadOrderApi, NO_RESPONSE } from './load-order-api.ts';
import { msUntilChange, toOrder, type Order } from './order.ts';

const POLL_MS = 5_000;
const REOPEN_MS = 20_000;
/** Interval while the tab is hidden: its title and icon show the state. */
const HIDDEN_POLL_MS = 20_000;
/** Interval while the order waits for requisites: their promised time changes. */
const REQUISITES_POLL_MS = 10_000;
/** Wait for an event after a deadline, before the order is requested. */
const GRACE_MS = 2_000;
/** Longest delay of a browser timer. */
const MAX_TIMER_MS = 2_147_483_647;

export interface LiveOrder {
  readonly order: Order;
  /** When the order was read, by the browser's clock; null until hydrated. */
  readonly readAt: number | null;
  /** `live`: by the stream; `polling`: no stream; `offline`: no response. */
  readonly connection: 'live' | 'polling' | 'offline';
  readonly apply: (resource: Resource<OrderAttributes>) => void;
}

interface Reading {
  readonly order: Order;
  readonly readAt: number | null;
}

/** Takes the newer of two readings. An estimate is applied only to the version it was made for. */
function newerReading(current: Reading, next: Reading | EstimateUpdate): Reading {
  if ('estimate' in next) {
    const { order } = current;
    return order.version === next.version ? { ...current, order: { ...order, estimate: next.estimate } } : current;
  }
  return next.order.id === current.order.id && next.order.version < current.order.version ? current : next;
}

/** The order with its changes, by the live stream or else by polling. Final states are followed too: money can arrive later. */
export function useLiveOrder(initialOrder: Order): LiveOrder {
  const { locale } = useTranslation();
  const [reading, setReading] = useReducer(newerReading, { order: initialOrder, readAt: null });
  const [connection, setConnection] = useState<LiveOrder['connection']>('live');
  const apply = (resource: Resource<OrderAttributes>) => setReading({ order: toOrder(resource), readAt: Date.now() });
  const { id } = initialOrder;

  const followed = useEffectEvent(() => ({ id, locale, version: reading.order.version }));
  useEffect(() => {
    return followStream(() => followed(), {
      onOrder: (resource) => {
        setConnection('live');
        setReading({ order: toOrder(resource), readAt: Date.now() });
      },
      onEstimate: setReading,
      onState: (isOpen) => setConnection((current) => (isOpen ? 'live' : current === 'offline' ? 'offline' : 'polling')),
    });
  }, [id, locale]);

  const [requestCount, setRequestCount] = useState(0);
  useEffect(() => {
    if (requestCount === 0) return;
    const controller = new AbortController();
    const refresh = async () => {
      const api = await loadOrderApi();
      const response = (await api?.readOrder({ id, locale, signal: controller.signal })) ?? NO_RESPONSE;
      if (controller.signal.aborted) return;
      setConnection((current) => (current === 'live' ? current : response.ok ? 'polling' : 'offline'));
      if (response.ok) setReading({ order: toOrder(response.data), readAt: Date.now() });
    };
    void refresh();
    return () => controller.abort();
  }, [requestCount, id, locale]);
  usePollingFallback({ connection, reading, refresh: () => setRequestCount((times) => times + 1) });

  return { ...reading, connection, apply };
}

interface PollingInput {
  readonly connection: LiveOrder['connection'];
  readonly reading: Reading;
  readonly refresh: () => void;
}

/**
 * Polls while there is no stream, after a deadline without an event, and when the tab becomes visible (phones suspend hidden tabs).
 */
function usePollingFallback({ connection, reading, refresh }: PollingInput): void {
  const onDue = useEffectEvent(refresh);
  const { order, readAt } = reading;
  useEffect(() => {
    if (connection === 'live') return;
    let requestedAt = Date.now();
    const timer = setInterval(() => {
      const isHidden = document.visibilityState === 'hidden';
      if (isHidden && Date.now() - requestedAt < HIDDEN_POLL_MS) return;
      requestedAt = Date.now();
      onDue();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [connection]);
  useEffect(() => {
    const remainingMs = msUntilChange(order);
    if (order.status === 'awaiting_requisites') {
      // The promised time changes without a new version
      const timer = setTimeout(() => onDue(), REQUISITES_POLL_MS);
      return () => clearTimeout(timer);
    }
    if (remainingMs === null) return;
    const dueInMs = remainingMs - (readAt === null ? 0 : Date.now() - readAt);
    // Overdue: an operator is working on it, so poll less often
    const delayMs = dueInMs <= 0 ? REOPEN_MS : Math.max(POLL_MS, dueInMs + GRACE_MS);
    const timer = setTimeout(() => onDue(), Math.min(MAX_TIMER_MS, delayMs));
    return () => clearTimeout(timer);
  }, [order, readAt]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') onDue();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
}

/** Follows by this browser's shared stream (`web/live/shared-stream.ts`), loaded after the page. Returns how to stop. */
function followStream(followed: () => FollowedOrder, listener: OrderListener): () => void {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const start = async () => {
    const api = await loadOrderApi();
    if (isStopped) return;
    if (api !== undefined) {
      stop = api.followOrder(followed, listener);
      return;
    }
    listener.onState(false);
    timer = setTimeout(() => void start(), REOPEN_MS);
  };
  void start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop?.();
  };
}
