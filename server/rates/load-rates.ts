import { compare } from '#core/money/fraction.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { keepFresh } from '#server/platform/live.ts';
import { RATES_CHANGED } from '#server/market/channels.ts';
import { findNewestSnapshot } from '#server/market/find-snapshot.ts';
import type { Snapshot } from '#server/market/snapshot.ts';

/** Older prices are not used: directions close instead. */
export const STALE_MS = 30 * SECOND_MS;

export interface RateBoard {
  /** The newest prices; undefined when none is younger than `STALE_MS`. */
  current(): Snapshot | undefined;
  /** Called when prices change; returns the unsubscribe function. */
  onPrices(listener: () => void): () => void;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** Keeps the objects of unchanged prices, so that values derived from them stay cached (`price-board.ts`, `rate-lines.ts`). */
const reuseUnchanged = (before: Snapshot['prices'] | undefined, now: Snapshot['prices']): Snapshot['prices'] =>
  new Map(
    Array.from(now, ([symbol, usd]) => {
      const previous = before?.get(symbol);
      return [symbol, previous !== undefined && compare(previous, usd) === 0 ? previous : usd];
    }),
  );

/** The newest market prices in the memory of every process. */
export function loadRates(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'log'>): RateBoard {
  let newest: Snapshot | undefined;
  const listeners = new Set<() => void>();
  const refresh = async () => {
    const snapshot = await findNewestSnapshot(deps.db);
    if (!snapshot || snapshot.id === newest?.id) return;
    newest = { ...snapshot, prices: reuseUnchanged(newest?.prices, snapshot.prices) };
    for (const listener of listeners) listener();
  };
  return {
    current: () => (newest && deps.clock.now() - newest.takenAt <= STALE_MS ? newest : undefined),
    refresh,
    onPrices(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...keepFresh(deps, RATES_CHANGED, refresh),
  };
}
