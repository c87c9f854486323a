import { useEffect, useReducer, useState } from 'react';
import * as z from 'zod/mini';
import { call, urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { getOrder, OrderAttributes, orderEvents } from '#contract/orders.ts';
import type { Locale } from '#core/payment-system/payment-system.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { reported } from '#web/error-reporting.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { toOrder, type Order } from './order.ts';

const POLL_MS = 5_000;
const REOPEN_MS = 20_000;

const Event = z.object({ data: z.object({ id: z.string(), attributes: OrderAttributes }) });

export interface LiveOrder {
  readonly order: Order;
  /** When it was read, by the browser's clock; null until the page runs. */
  readonly readAt: number | null;
  /** `live`: changes arrive by themselves. `asking`: the stream is away, we ask every few seconds. `offline`: nobody answers. */
  readonly connection: 'live' | 'asking' | 'offline';
  readonly apply: (resource: Resource<OrderAttributes>) => void;
}

interface Reading {
  readonly order: Order;
  readonly readAt: number | null;
}

/** A newer reading replaces an older one, never the other way round. */
const newer = (present: Reading, next: Reading): Reading =>
  next.order.id === present.order.id && next.order.version < present.order.version ? present : next;

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

  useEffect(() => {
    return follow(
      { id, locale },
      {
        onOrder: (resource) => {
          setConnection('live');
          read({ order: toOrder(resource), readAt: Date.now() });
        },
        onState: (isOpen) => setConnection((present) => (isOpen ? 'live' : present === 'offline' ? 'offline' : 'asking')),
      },
    );
  }, [id, locale]);

  useEffect(() => {
    if (connection === 'live') return;
    const ask = async () => {
      const answer = reported(await call(getOrder, { params: { id } }, browserTransport(locale)));
      setConnection((present) => (present === 'live' ? present : answer.ok ? 'asking' : 'offline'));
      if (answer.ok) read({ order: toOrder(answer.data), readAt: Date.now() });
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [connection, id, locale]);

  return { ...reading, connection, apply };
}

interface Following {
  readonly onOrder: (resource: Resource<OrderAttributes>) => void;
  readonly onState: (isOpen: boolean) => void;
}

/** Opens the stream and opens it again after the server refused it for good (a restart, a proxy); gives the way to stop. */
function follow({ id, locale }: { readonly id: string; readonly locale: Locale }, { onOrder, onState }: Following): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(urlOf(orderEvents, { params: { id }, query: { locale } }));
    source.addEventListener('open', () => onState(true));
    source.addEventListener('order', (event) => {
      const parsed = z.safeParse(Event, parseJson(event.data));
      if (parsed.success) onOrder({ type: 'orders', ...parsed.data.data });
    });
    source.addEventListener('error', () => {
      onState(false);
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
