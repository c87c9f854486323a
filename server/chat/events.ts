import type { Deps } from '#server/deps.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { listTalks, type Talker } from './store.ts';
import { type ChatCall, takeAlong, talkerOf } from './whose.ts';
import { CHAT_CHANNEL } from './tell.ts';

/** Hints that wait for one reader: of several about the same talk one is enough. */
function hintBox(signal: AbortSignal) {
  const waiting = new Map<string, string>();
  let wake = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  return {
    put(thread: string, order: string) {
      waiting.set(thread, order);
      wake();
    },
    async take(): Promise<[thread: string, order: string][]> {
      if (waiting.size === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      const hints = [...waiting];
      waiting.clear();
      return hints;
    },
  };
}

/** Remembers no more threads of others than this. */
const MOST_FOREIGN = 10_000;

/**
 * That something changed in one of a visitor's talks, until he goes away. Only hints, with nothing in them that somebody signed out since
 * may not know: the talk is read by another call, which asks who he is.
 */
async function* chatEventsOf(
  deps: Pick<Deps, 'live' | 'db' | 'clock'>,
  { talker, hasTalks }: { readonly talker: Talker; readonly hasTalks: boolean },
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const box = hintBox(signal);
  // Whoever has said nothing can only be written to about an order of his, or by his account: nothing else is looked up for him
  const mayOwn = (order: string): boolean => hasTalks || talker.userId !== null || talker.orderIds.includes(order);
  const stops = [
    deps.live.subscribe(CHAT_CHANNEL, (payload) => {
      const [thread = '', order = '-'] = payload.split(' ');
      if (!foreign.has(thread) && mayOwn(order)) box.put(thread, order);
    }),
    deps.live.onReconnect(() => box.put('', '-')),
  ];
  const foreign = new Set<string>();
  const own = new Set<string>();
  try {
    while (!signal.aborted) {
      for (const [thread, order] of await box.take()) {
        if (thread !== '' && !own.has(thread)) {
          for (const { id } of await listTalks(deps.db, talker)) own.add(id);
          if (!own.has(thread)) {
            if (foreign.size >= MOST_FOREIGN) foreign.clear();
            foreign.add(thread);
            continue;
          }
        }
        yield { id: String(deps.clock.now()), event: 'chat', data: { order_id: order === '-' ? null : order } };
      }
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** The hints about this visitor's talks until a signal; undefined where nobody could begin a talk with him but himself. */
export async function openChatEvents(
  deps: Pick<Deps, 'live' | 'db' | 'clock' | 'random'>,
  call: ChatCall,
): Promise<((signal: AbortSignal) => AsyncIterable<ServerEvent>) | undefined> {
  await takeAlong(deps, call);
  const talker = talkerOf(call);
  const hasTalks = (await listTalks(deps.db, talker)).length > 0;
  const mayHear = hasTalks || talker.userId !== null || talker.orderIds.length > 0;
  return mayHear ? (signal) => chatEventsOf(deps, { talker, hasTalks }, signal) : undefined;
}
