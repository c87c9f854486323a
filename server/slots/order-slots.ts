import { formatAmount } from '#core/money/amount.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isOrdinary, nextBestSlot, slotServes } from '#core/slots/choose-slot.ts';
import type { Order } from '#core/order/order.ts';
import { isFinal } from '#core/order/status.ts';
import type { HeldSlot, Slot } from '#core/slots/slot.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findScale, findSlotsOfPair, moveHeldSlot, type SlotHold, SLOTS_CHANGED, takeSlot } from './store.ts';

/** The refusal of a slot that is gone, with the nearest other one in its place (domain 4); `scale` is the outcome's. */
export function refuseSlot(
  slots: readonly Slot[],
  gone: { readonly slotId: string; readonly outcomeAmount: bigint; readonly scale: number; readonly minutes: (slot: Slot) => number },
): Refusal<'slot_unavailable'> {
  const next = nextBestSlot(slots, gone);
  const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, gone.scale));
  const shown = next && {
    id: next.id,
    kind: next.kind,
    outcome_amount: text(next.outcomeAmount),
    min_outcome_amount: text(next.minOutcomeAmount),
    max_outcome_amount: text(next.maxOutcomeAmount),
    eta_minutes: gone.minutes(next),
  };
  return { code: 'slot_unavailable', field: 'slot_id', meta: { next_slot: shown ?? null } };
}

type Live = Pick<Deps, 'live'>;

/** A hint is enough: every process looks at the slots from time to time anyway. */
const tellOthers = ({ live }: Live, tx: Tx): void => live.hint(tx, SLOTS_CHANGED, '');

/**
 * Gives the slot to one order, atomically: of many who try, one gets it and the others `slot_unavailable` with the next best in `meta`.
 * Refuses as well where the slot does not serve the amount or belongs to another pair. The ordinary slot is everybody's: it is only looked at.
 */
export async function holdSlot(
  deps: Live,
  tx: Tx,
  hold: SlotHold & { readonly minutes: (slot: Slot) => number },
): Promise<Result<HeldSlot, 'slot_unavailable'>> {
  const ordinary = (await findSlotsOfPair(tx, hold)).find((slot) => slot.id === hold.slotId && isOrdinary(slot));
  if (ordinary !== undefined && slotServes(ordinary, hold.outcomeAmount))
    return accept({ kind: ordinary.kind, minutes: ordinary.etaMinutes });
  const taken = await takeSlot(tx, hold);
  if (taken !== undefined) {
    tellOthers(deps, tx);
    return accept(taken);
  }
  const scale = await findScale(tx, hold.outcomeCode);
  return refuse(refuseSlot(await findSlotsOfPair(tx, hold), { ...hold, scale }));
}

/** A slot lives and dies with its order's promise: used up once it was paid out, free again where it came to nothing. Doing it twice changes nothing. */
export async function settleSlot(deps: Live, tx: Tx, { id, slotId, status }: Pick<Order, 'id' | 'slotId' | 'status'>): Promise<void> {
  if (slotId === null) return;
  const isOver = isFinal(status) || status === 'refund_pending';
  if (isOver && (await moveHeldSlot(tx, id, status === 'completed' ? 'consumed' : 'available')) > 0) tellOthers(deps, tx);
}
