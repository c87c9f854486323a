import type { Instant } from '#core/time.ts';

export const SLOT_KINDS = ['express', 'accelerated', 'custom'] as const;
/** `express`: one exact amount, available now; `accelerated`: a range, with priority; `custom`: any amount within the limits (domain 4). */
export type SlotKind = (typeof SLOT_KINDS)[number];

/** Kind and time of the slot that an order has taken. */
export interface TakenSlot {
  readonly kind: SlotKind;
  readonly minutes: number;
}

/** Payout liquidity ready for one direction (domain 4). Amounts in minor units of the outcome side. */
export interface Slot {
  readonly id: string;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** The exact amount of an express slot, null otherwise. */
  readonly outcomeAmount: bigint | null;
  /** Range of the other kinds; null: the direction's own limit. */
  readonly minOutcomeAmount: bigint | null;
  readonly maxOutcomeAmount: bigint | null;
  /** Surcharge, parts per million of the rate. */
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  readonly createdAt: Instant;
}

const KIND_RANK: Readonly<Record<SlotKind, number>> = { express: 0, accelerated: 1, custom: 2 };

/** Whether the slot can pay exactly this outcome amount, minor units. Pricing checks the direction's own limits. */
export function slotServes(slot: Slot, outcomeAmount: bigint): boolean {
  if (slot.outcomeAmount !== null) return slot.outcomeAmount === outcomeAmount;
  return (slot.minOutcomeAmount ?? 0n) <= outcomeAmount && (slot.maxOutcomeAmount === null || outcomeAmount <= slot.maxOutcomeAmount);
}

/**
 * Whether the slot offers no more than the direction: any amount at the ordinary rate (domain 4, `custom`). It reserves nothing and is never
 * used up.
 */
export const isOrdinary = (slot: Slot): boolean => slot.kind === 'custom' && slot.outcomeAmount === null && slot.premiumPpm === 0;

/** Distance of the amount from the slot's range, minor units; zero within. */
export function distanceTo(slot: Slot, outcomeAmount: bigint): bigint {
  const low = slot.outcomeAmount ?? slot.minOutcomeAmount ?? 0n;
  const high = slot.outcomeAmount ?? slot.maxOutcomeAmount;
  if (outcomeAmount < low) return low - outcomeAmount;
  return high !== null && outcomeAmount > high ? outcomeAmount - high : 0n;
}

const compareBigint = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Best first: kind, then the shortest time, then the lowest surcharge, then the oldest. A total order, equal in every process. */
export const compareSlots = (a: Slot, b: Slot): number =>
  KIND_RANK[a.kind] - KIND_RANK[b.kind] ||
  a.etaMinutes - b.etaMinutes ||
  a.premiumPpm - b.premiumPpm ||
  a.createdAt - b.createdAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The best slot of a pair (domain 4: `first_slot`); undefined without slots. */
export const firstSlot = (slots: readonly Slot[]): Slot | undefined => slots.toSorted(compareSlots)[0];

/** Slots by distance to an amount, those that serve it first; at most `count`. */
export const nearestSlots = (slots: readonly Slot[], outcomeAmount: bigint, count: number): readonly Slot[] =>
  slots.toSorted((a, b) => compareBigint(distanceTo(a, outcomeAmount), distanceTo(b, outcomeAmount)) || compareSlots(a, b)).slice(0, count);

const displayAmount = (slot: Slot): bigint => slot.outcomeAmount ?? slot.minOutcomeAmount ?? 0n;

/** Display order of slots: by kind, within a kind by amount, then as `compareSlots`. */
export const compareForDisplay = (a: Slot, b: Slot): number =>
  KIND_RANK[a.kind] - KIND_RANK[b.kind] || compareBigint(displayAmount(a), displayAmount(b)) || compareSlots(a, b);

/**
 * The slot for an amount: an exact one, else the preferred one, else one without a surcharge, as speed must be chosen. `outcomeAt`: the
 * outcome at a slot's price.
 */
export function fittingSlot(
  slots: readonly Slot[],
  { outcomeAt, preferredId }: { readonly outcomeAt: (slot: Slot) => bigint | undefined; readonly preferredId: string | null },
): Slot | undefined {
  const servingSlots = slots.filter((slot) => {
    const outcome = outcomeAt(slot);
    return outcome !== undefined && slotServes(slot, outcome);
  });
  const cheapestFirst = servingSlots.toSorted((a, b) => a.premiumPpm - b.premiumPpm || compareSlots(a, b));
  const exact = cheapestFirst.filter((slot) => slot.outcomeAmount !== null);
  const preferred = (list: readonly Slot[]): Slot | undefined => list.find((slot) => slot.id === preferredId);
  return preferred(exact) ?? exact[0] ?? preferred(cheapestFirst) ?? cheapestFirst.find((slot) => slot.premiumPpm === 0);
}

/** The nearest other slot, offered when the chosen one is taken. */
export const nextBestSlot = (
  slots: readonly Slot[],
  taken: { readonly slotId: string; readonly outcomeAmount: bigint },
): Slot | undefined =>
  nearestSlots(
    slots.filter((slot) => slot.id !== taken.slotId),
    taken.outcomeAmount,
    1,
  )[0];
