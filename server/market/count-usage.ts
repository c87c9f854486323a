import type { Combined } from '#core/pricing/combine-sources.ts';

/** Length of the exponential average in turns: the weight of a turn fades within hours. */
const MEMORY_TURNS = 3_000;

/** Share of each source's recent readings that were used in a price. */
export function createUsage() {
  const counts = new Map<string, { total: number; used: number }>();
  return {
    count({ prices, missing }: Combined): void {
      const turnCounts = new Map<string, { total: number; used: number }>();
      const add = (source: string, isUsed: boolean) => {
        const previous = turnCounts.get(source) ?? { total: 0, used: 0 };
        turnCounts.set(source, { total: previous.total + 1, used: previous.used + (isUsed ? 1 : 0) });
      };
      for (const { candidates, rejected: refused } of [...prices.values(), ...missing]) {
        for (const { source, dropped } of candidates) if (dropped !== 'reference_not_needed') add(source, dropped === null);
        for (const { source } of refused) add(source, false);
      }
      const decay = 1 - 1 / MEMORY_TURNS;
      for (const [source, { total, used }] of turnCounts) {
        const previous = counts.get(source) ?? { total: 0, used: 0 };
        counts.set(source, { total: previous.total * decay + total, used: previous.used * decay + used });
      }
    },
    /** Parts per million; null: the source gave no readings. */
    ppmOf(source: string): number | null {
      const count = counts.get(source);
      return count && count.total > 0 ? Math.round((count.used / count.total) * 1_000_000) : null;
    },
  };
}
