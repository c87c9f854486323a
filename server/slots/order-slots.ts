import { formatAmount } from '#core/money/amount.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isOrdinary, nextBestSlot, slotServes, type TakenSlot, type Slot } from '#core/slots/slot.ts';
import type { Order } from '#core/order/order.ts';
import { isFinal } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findSlotsOfPair } from './load-slots.ts';
import { findScale, reserveAvailableSlot, setReservedSlotState, type SlotReservation, SLOTS_CHANNEL } from './store.ts';

/** The refusal of a slot that is no longer available, with the next best slot in `meta` (domain 4); `scale` is the outcome's. */
export function refuseSlot(
  slots: readonly Slot[],
  requested: { readonly slotId: string; readonly outcomeAmount: bigint; readonly scale: number; readonly minutes: (slot: Slot) => number },
): Refusal<'slot_unavailable'> {
  const nextSlot = nextBestSlot(slots, requested);
  const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, requested.scale));
  const attributes = nextSlot && {
    id: nextSlot.id,
    kind: nextSlot.kind,
    outcome_amount: text(nextSlot.outcomeAmount),
    min_outcome_amount: text(nextSlot.minOutcomeAmount),
    max_outcome_amount: text(nextSlot.maxOutcomeAmount),
    eta_minutes: requested.minutes(nextSlot),
  };
  return { code: 'slot_unavailable', field: 'slot_id', meta: { next_slot: attributes ?? null } };
}

type LiveDeps = Pick<Deps, 'live'>;

/** A hint that may get lost is enough: every process also reloads the slots from time to time. */
const notifyProcesses = ({ live }: LiveDeps, tx: Tx): void => live.hint(tx, SLOTS_CHANNEL, '');

/**
 * Reserves the slot atomically: one order succeeds, others get `slot_unavailable` with the next best in `meta`, as for another amount or
 * pair. An ordinary slot is not reserved.
 */
export async function reserveSlot(
  deps: LiveDeps,
  tx: Tx,
  reservation: SlotReservation & { readonly minutes: (slot: Slot) => number },
): Promise<Result<TakenSlot, 'slot_unavailable'>> {
  const ordinary = (await findSlotsOfPair(tx, reservation)).find((slot) => slot.id === reservation.slotId && isOrdinary(slot));
  if (ordinary !== undefined && slotServes(ordinary, reservation.outcomeAmount))
    return accept({ kind: ordinary.kind, minutes: ordinary.etaMinutes });
  const reserved = await reserveAvailableSlot(tx, reservation);
  if (reserved !== undefined) {
    notifyProcesses(deps, tx);
    return accept(reserved);
  }
  const scale = await findScale(tx, reservation.outcomeCode);
  return refuse(refuseSlot(await findSlotsOfPair(tx, reservation), { ...reservation, scale }));
}

/** Releases the slot of an order that has ended or awaits its refund: consumed when the order is completed, else available again. Safe to repeat. */
export async function settleSlot(deps: LiveDeps, tx: Tx, { id, slotId, status }: Pick<Order, 'id' | 'slotId' | 'status'>): Promise<void> {
  if (slotId === null) return;
  const hasEnded = isFinal(status) || status === 'refund_pending';
  if (hasEnded && (await setReservedSlotState(tx, id, status === 'completed' ? 'consumed' : 'available')) > 0) notifyProcesses(deps, tx);
}
