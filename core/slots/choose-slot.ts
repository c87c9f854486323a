import type { Slot, SlotKind } from './slot.ts';

const KIND_RANK: Readonly<Record<SlotKind, number>> = { express: 0, accelerated: 1, custom: 2 };

/** Whether the slot can pay exactly this outcome amount (minor units); the direction's own limits are checked by pricing. */
export function slotServes(slot: Slot, outcomeAmount: bigint): boolean {
  if (slot.outcomeAmount !== null) return slot.outcomeAmount === outcomeAmount;
  return (slot.minOutcomeAmount ?? 0n) <= outcomeAmount && (slot.maxOutcomeAmount === null || outcomeAmount <= slot.maxOutcomeAmount);
}

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

/** What to offer when the chosen slot is gone: the nearest other one. */
export const nextBestSlot = (slots: readonly Slot[], gone: { readonly slotId: string; readonly outcomeAmount: bigint }): Slot | undefined =>
  slotsNear(
    slots.filter((slot) => slot.id !== gone.slotId),
    gone.outcomeAmount,
    1,
  )[0];
