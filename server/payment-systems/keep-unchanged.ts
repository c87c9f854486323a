import { isSame } from '#core/changes/change.ts';

/**
 * Replaces each item that equals its previous version by the previous object, and the list by the previous list when all are equal.
 * Prices and lines of the rate file are recomputed only for objects that differ (`price-board.ts`, `rate-lines.ts`).
 */
export function keepUnchanged<Thing>(before: readonly Thing[], now: readonly Thing[], keyOf: (thing: Thing) => string): readonly Thing[] {
  const beforeByKey = new Map(before.map((thing) => [keyOf(thing), thing]));
  const merged = now.map((thing) => {
    const old = beforeByKey.get(keyOf(thing));
    return old !== undefined && isSame(old, thing) ? old : thing;
  });
  return merged.length === before.length && merged.every((thing, i) => thing === before[i]) ? before : merged;
}
