import { compare } from '#core/money/fraction.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import { RATES_CHANGED } from '#server/market/channels.ts';
import { findNewestSnapshot } from '#server/market/find-snapshot.ts';
import type { Snapshot } from '#server/market/snapshot.ts';

/** Older prices are no prices: the direction closes rather than quoting the past. */
export const STALE_MS = 30 * SECOND_MS;

export interface RateBoard {
  /** The newest prices, undefined when there are none younger than `STALE_MS`. */
  current(): Snapshot | undefined;
  /** Told when other prices are in force; gives the function that ends it. */
  onPrices(listener: () => void): () => void;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** Prices that have not moved stay the objects that they were: what was made of them stands (`price-board.ts`, `rate-lines.ts`). */
const samePrices = (before: Snapshot['prices'] | undefined, now: Snapshot['prices']): Snapshot['prices'] =>
  new Map(
    Array.from(now, ([symbol, usd]) => {
      const known = before?.get(symbol);
      return [symbol, known !== undefined && compare(known, usd) === 0 ? known : usd];
    }),
  );

/** The newest set of market prices, in the memory of every process. */
export function loadRates(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'log'>): RateBoard {
  let newest: Snapshot | undefined;
  const listeners = new Set<() => void>();
  const refresh = async () => {
    const found = await findNewestSnapshot(deps.db);
    if (!found || found.id === newest?.id) return;
    newest = { ...found, prices: samePrices(newest?.prices, found.prices) };
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
