import sql from 'sql-template-tag';
import { formatAmount } from '#core/money/amount.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import { accept, refuse } from '#core/result.ts';
import { nextBestSlot } from '#core/slots/choose-slot.ts';
import type { Slot, SlotKind } from '#core/slots/slot.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Heard by every process whenever a slot appears, is held, freed or used up. */
export const SLOTS_CHANGED = 'slots_changed';

interface SlotRow {
  readonly id: string;
  readonly income_code: string;
  readonly outcome_code: string;
  readonly kind: SlotKind;
  readonly outcome_amount: string | null;
  readonly min_outcome_amount: string | null;
  readonly max_outcome_amount: string | null;
  readonly premium_ppm: number;
  readonly eta_minutes: number;
  readonly created_at: Date;
}

const columns = sql`id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm, eta_minutes, created_at`;
const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const slotFromRow = (row: SlotRow): Slot => ({
  id: row.id,
  incomeCode: row.income_code,
  outcomeCode: row.outcome_code,
  kind: row.kind,
  outcomeAmount: amountOf(row.outcome_amount),
  minOutcomeAmount: amountOf(row.min_outcome_amount),
  maxOutcomeAmount: amountOf(row.max_outcome_amount),
  premiumPpm: row.premium_ppm,
  etaMinutes: row.eta_minutes,
  createdAt: row.created_at.getTime(),
});

export const findAvailableSlots = async (db: Queryable): Promise<readonly Slot[]> =>
  (await db.many<SlotRow>(sql`select ${columns} from slots where state = 'available'`)).map(slotFromRow);

export interface Pair {
  readonly incomeCode: string;
  readonly outcomeCode: string;
}

export const findSlotsOfPair = async (db: Queryable, pair: Pair): Promise<readonly Slot[]> =>
  (
    await db.many<SlotRow>(
      sql`select ${columns} from slots where state = 'available' and income_code = ${pair.incomeCode} and outcome_code = ${pair.outcomeCode}`,
    )
  ).map(slotFromRow);

export interface SlotHold extends Pair {
  readonly slotId: string;
  readonly orderId: string;
  /** What the order pays out, in minor units. */
  readonly outcomeAmount: bigint;
}

/** The refusal of a slot that is gone, with the nearest other one in its place (domain 4); `scale` is the outcome's. */
export function refuseSlot(
  slots: readonly Slot[],
  gone: { readonly slotId: string; readonly outcomeAmount: bigint; readonly scale: number },
): Refusal<'slot_unavailable'> {
  const next = nextBestSlot(slots, gone);
  const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, gone.scale));
  const shown = next && {
    id: next.id,
    kind: next.kind,
    outcome_amount: text(next.outcomeAmount),
    min_outcome_amount: text(next.minOutcomeAmount),
    max_outcome_amount: text(next.maxOutcomeAmount),
    eta_minutes: next.etaMinutes,
  };
  return { code: 'slot_unavailable', field: 'slot_id', meta: { next_slot: shown ?? null } };
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const tellOthers = (tx: Tx) => tx.run(sql`select pg_notify(${SLOTS_CHANGED}, '')`);

/**
 * Gives the slot to one order, atomically: of many who try, one gets it and the others `slot_unavailable` with the next best in `meta`.
 * Refuses as well where the slot does not serve the amount or belongs to another pair.
 */
export async function holdSlot(tx: Tx, hold: SlotHold): Promise<Result<{ readonly etaMinutes: number }, 'slot_unavailable'>> {
  const amount = String(hold.outcomeAmount);
  const held = isUuid(hold.slotId)
    ? await tx.maybe<{ eta_minutes: number }>(
        sql`update slots set state = 'held', order_id = ${hold.orderId}
          where id = ${hold.slotId} and state = 'available' and income_code = ${hold.incomeCode} and outcome_code = ${hold.outcomeCode}
            and coalesce(outcome_amount, ${amount}::numeric) = ${amount}::numeric
            and coalesce(min_outcome_amount, 0) <= ${amount}::numeric
            and coalesce(max_outcome_amount, ${amount}::numeric) >= ${amount}::numeric
          returning eta_minutes`,
      )
    : undefined;
  if (held) {
    await tellOthers(tx);
    return accept({ etaMinutes: held.eta_minutes });
  }
  const { scale } = await tx.one<{ scale: number }>(sql`select scale from payment_systems where code = ${hold.outcomeCode}`);
  return refuse(refuseSlot(await findSlotsOfPair(tx, hold), { ...hold, scale }));
}

/** Frees the slot of an order that came to nothing; doing it twice changes nothing. */
export async function releaseSlot(tx: Tx, orderId: string): Promise<void> {
  const freed = await tx.run(sql`update slots set state = 'available', order_id = null where order_id = ${orderId} and state = 'held'`);
  if (freed > 0) await tellOthers(tx);
}

/** Uses up the slot of an order that was paid out; doing it twice changes nothing. */
export async function consumeSlot(tx: Tx, orderId: string): Promise<void> {
  const consumed = await tx.run(sql`update slots set state = 'consumed' where order_id = ${orderId} and state = 'held'`);
  if (consumed > 0) await tellOthers(tx);
}
