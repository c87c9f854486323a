import type { Combined } from '#core/pricing/combine-sources.ts';

/** Old turns count less and less: what a source said hours ago no longer matters. */
const MEMORY_TURNS = 3_000;

/** Which share of each source's words was believed lately. */
export function createUsage() {
  const counts = new Map<string, { said: number; used: number }>();
  return {
    count({ prices, missing }: Combined): void {
      const told = new Map<string, { said: number; used: number }>();
      const add = (source: string, isUsed: boolean) => {
        const known = told.get(source) ?? { said: 0, used: 0 };
        told.set(source, { said: known.said + 1, used: known.used + (isUsed ? 1 : 0) });
      };
      for (const { candidates, refused } of [...prices.values(), ...missing]) {
        for (const { source, dropped } of candidates) if (dropped !== 'reference_not_needed') add(source, dropped === null);
        for (const { source } of refused) add(source, false);
      }
      const keep = 1 - 1 / MEMORY_TURNS;
      for (const [source, { said, used }] of told) {
        const known = counts.get(source) ?? { said: 0, used: 0 };
        counts.set(source, { said: known.said * keep + said, used: known.used * keep + used });
      }
    },
    /** Parts per million; null: it has said nothing. */
    ppmOf(source: string): number | null {
      const known = counts.get(source);
      return known && known.said > 0 ? Math.round((known.used / known.said) * 1_000_000) : null;
    },
  };
}
