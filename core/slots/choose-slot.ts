import type { Slot, SlotKind } from './slot.ts';

const KIND_RANK: Readonly<Record<SlotKind, number>> = { express: 0, accelerated: 1, custom: 2 };

/** Whether the slot can pay exactly this outcome amount (minor units); the direction's own limits are checked by pricing. */
export function slotServes(slot: Slot, outcomeAmount: bigint): boolean {
  if (slot.outcomeAmount !== null) return slot.outcomeAmount === outcomeAmount;
  return (slot.minOutcomeAmount ?? 0n) <= outcomeAmount && (slot.maxOutcomeAmount === null || outcomeAmount <= slot.maxOutcomeAmount);
}

/**
 * Whether the slot only names what the direction does anyway: any amount at the ordinary rate, without a surcharge (domain 4, `custom`). No
 * money stands ready in it, so it is nobody's and never used up; the reserve alone bounds how many exchange through it.
 */
export const isOrdinary = (slot: Slot): boolean => slot.kind === 'custom' && slot.outcomeAmount === null && slot.premiumPpm === 0;

/** How far the amount is from what the slot serves; zero inside. */
export function distanceTo(slot: Slot, outcomeAmount: bigint): bigint {
  const low = slot.outcomeAmount ?? slot.minOutcomeAmount ?? 0n;
  const high = slot.outcomeAmount ?? slot.maxOutcomeAmount;
  if (outcomeAmount < low) return low - outcomeAmount;
  return high !== null && outcomeAmount > high ? outcomeAmount - high : 0n;
}

const compareBigint = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Best first: kind, then the shortest time, then the lowest premium, then the oldest. A total order, so that every process agrees. */
export const compareSlots = (a: Slot, b: Slot): number =>
  KIND_RANK[a.kind] - KIND_RANK[b.kind] ||
  a.etaMinutes - b.etaMinutes ||
  a.premiumPpm - b.premiumPpm ||
  a.createdAt - b.createdAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The best slot of a pair (domain 4: `first_slot`), undefined when there is none. */
export const firstSlot = (slots: readonly Slot[]): Slot | undefined => slots.toSorted(compareSlots)[0];

/** Slots by nearness to an amount: those that serve it first, then the closest; at most `count`. */
export const slotsNear = (slots: readonly Slot[], outcomeAmount: bigint, count: number): readonly Slot[] =>
  slots.toSorted((a, b) => compareBigint(distanceTo(a, outcomeAmount), distanceTo(b, outcomeAmount)) || compareSlots(a, b)).slice(0, count);

const shownAmount = (slot: Slot): bigint => slot.outcomeAmount ?? slot.minOutcomeAmount ?? 0n;

/** The order in which slots stand before the customer: by kind, each kind by amount, then as `compareSlots` has them. */
export const compareShown = (a: Slot, b: Slot): number =>
  KIND_RANK[a.kind] - KIND_RANK[b.kind] || compareBigint(shownAmount(a), shownAmount(b)) || compareSlots(a, b);

/**
 * The slot that an amount fits: one of exactly this amount, else the preferred one where it serves it, else one that costs nothing on top:
 * nobody pays for a speed that he has not chosen.
 * `outcomeAt` gives what the customer would get at a slot's price, in minor units. Undefined where none serves.
 */
export function fittingSlot(
  slots: readonly Slot[],
  { outcomeAt, preferredId }: { readonly outcomeAt: (slot: Slot) => bigint | undefined; readonly preferredId: string | null },
): Slot | undefined {
  const serving = slots.filter((slot) => {
    const outcome = outcomeAt(slot);
    return outcome !== undefined && slotServes(slot, outcome);
  });
  const cheapestFirst = serving.toSorted((a, b) => a.premiumPpm - b.premiumPpm || compareSlots(a, b));
  const exact = cheapestFirst.filter((slot) => slot.outcomeAmount !== null);
  const preferred = (list: readonly Slot[]): Slot | undefined => list.find((slot) => slot.id === preferredId);
  return preferred(exact) ?? exact[0] ?? preferred(cheapestFirst) ?? cheapestFirst.find((slot) => slot.premiumPpm === 0);
}

/** What to offer when the chosen slot is gone: the nearest other one. */
export const nextBestSlot = (slots: readonly Slot[], gone: { readonly slotId: string; readonly outcomeAmount: bigint }): Slot | undefined =>
  slotsNear(
    slots.filter((slot) => slot.id !== gone.slotId),
    gone.outcomeAmount,
    1,
  )[0];
