import type { CandleStep } from '#core/history/candle.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { makePart } from './store.ts';

export interface Parts {
  /** Makes room for candles of a moment where there is none. */
  roomFor(step: CandleStep, at: Instant): Promise<void>;
  /** Others may have dropped what was there. */
  forget(): void;
}

/** The parts of the table, each asked for once. */
export function createParts(db: Queryable): Parts {
  const made = new Set<string>();
  return {
    async roomFor(step, at) {
      // No part begins within a day
      const key = `${step} ${Math.floor(at / DAY_MS)}`;
      if (made.has(key)) return;
      await makePart(db, step, at);
      made.add(key);
    },
    forget: () => made.clear(),
  };
}
