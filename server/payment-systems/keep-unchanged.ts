import { isEqualJson } from '#core/changes/change.ts';

/**
 * Replaces each item that equals its previous version by the previous object, and the list by the previous list when all are equal.
 * Prices and lines of the rate file are recomputed only for objects that differ (`price-board.ts`, `rate-lines.ts`).
 */
export function keepUnchanged<Item>(before: readonly Item[], now: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const beforeByKey = new Map(before.map((item) => [keyOf(item), item]));
  const merged = now.map((item) => {
    const previous = beforeByKey.get(keyOf(item));
    return previous !== undefined && isEqualJson(previous, item) ? previous : item;
  });
  return merged.length === before.length && merged.every((item, i) => item === before[i]) ? before : merged;
}
