import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { listOwnThreads, type ThreadReader, type ThreadRow } from './store.ts';
import { type ChatCall, mergeGuestThread, readerOf } from './thread-access.ts';

/** Notifies that a thread changed. The payload is `<thread> <order or ->`. Receivers read the current state. */
export const CHAT_CHANNEL = 'chat_changed';

export const publishChatChanged = (
  { live }: Pick<Deps, 'live'>,
  tx: Tx,
  { id, order_id: orderId }: Pick<ThreadRow, 'id' | 'order_id'>,
): void => live.hint(tx, CHAT_CHANNEL, `${id} ${orderId ?? '-'}`);

/** Pending hints of one reader, at most one per thread. */
function createHintQueue(signal: AbortSignal) {
  const pending = new Map<string, string>();
  let resolveTake = () => {};
  signal.addEventListener('abort', () => resolveTake(), { once: true });
  return {
    put(thread: string, order: string) {
      pending.set(thread, order);
      resolveTake();
    },
    async take(): Promise<[thread: string, order: string][]> {
      if (pending.size === 0 && !signal.aborted) await new Promise<void>((resolve) => (resolveTake = resolve));
      const hints = [...pending];
      pending.clear();
      return hints;
    },
  };
}

/** How many ids of other visitors' threads are cached. */
const MAX_FOREIGN = 10_000;

/**
 * Events of the visitor's threads until the signal. They are only hints: the messages are read by an authenticated call, so that a
 * session that has ended learns nothing.
 */
async function* chatEventsOf(
  deps: Pick<Deps, 'live' | 'db' | 'clock'>,
  { reader, hasThreads }: { readonly reader: ThreadReader; readonly hasThreads: boolean },
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const queue = createHintQueue(signal);
  // A reader without threads can only get one by an order or by the account, so other threads need no lookup
  const mayBeOwn = (order: string): boolean => hasThreads || reader.userId !== null || reader.orderIds.includes(order);
  const unsubscribes = [
    deps.live.subscribe(CHAT_CHANNEL, (payload) => {
      const [thread = '', order = '-'] = payload.split(' ');
      if (!foreignThreads.has(thread) && mayBeOwn(order)) queue.put(thread, order);
    }),
    deps.live.onReconnect(() => queue.put('', '-')),
  ];
  const foreignThreads = new Set<string>();
  const ownThreads = new Set<string>();
  try {
    while (!signal.aborted) {
      for (const [thread, order] of await queue.take()) {
        if (thread !== '' && !ownThreads.has(thread)) {
          for (const { id } of await listOwnThreads(deps.db, reader)) ownThreads.add(id);
          if (!ownThreads.has(thread)) {
            if (foreignThreads.size >= MAX_FOREIGN) foreignThreads.clear();
            foreignThreads.add(thread);
            continue;
          }
        }
        yield { id: String(deps.clock.now()), event: 'chat', data: { order_id: order === '-' ? null : order } };
      }
    }
  } finally {
    for (const unsubscribe of unsubscribes) unsubscribe();
  }
}

/** Events of the visitor's threads. Undefined if no operator could begin a thread with this visitor. */
export async function openChatEvents(
  deps: Pick<Deps, 'live' | 'db' | 'clock' | 'random'>,
  call: ChatCall,
): Promise<((signal: AbortSignal) => AsyncIterable<ServerEvent>) | undefined> {
  await mergeGuestThread(deps, call);
  const reader = readerOf(call);
  const hasThreads = (await listOwnThreads(deps.db, reader)).length > 0;
  const mayReceive = hasThreads || reader.userId !== null || reader.orderIds.length > 0;
  return mayReceive ? (signal) => chatEventsOf(deps, { reader, hasThreads }, signal) : undefined;
}
