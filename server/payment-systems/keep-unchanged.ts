import { isSame } from '#core/changes/change.ts';

/**
 * What was read again with each thing that says the same as before as the object that it was, and the same list where all of them do:
 * prices and lines of the rate file are made anew only for what is another object (`price-board.ts`, `rate-lines.ts`).
 */
export function keepUnchanged<Thing>(before: readonly Thing[], now: readonly Thing[], keyOf: (thing: Thing) => string): readonly Thing[] {
  const known = new Map(before.map((thing) => [keyOf(thing), thing]));
  const kept = now.map((thing) => {
    const old = known.get(keyOf(thing));
    return old !== undefined && isSame(old, thing) ? old : thing;
  });
  return kept.length === before.length && kept.every((thing, i) => thing === before[i]) ? before : kept;
}
