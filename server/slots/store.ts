import { type TakenSlot, SLOT_KINDS, type Slot } from '#core/slots/slot.ts';
import { isUuid } from '#core/text/uuid.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Channel of changes: a slot was published, held, released or consumed. Every process subscribes. */
export const SLOTS_CHANNEL = 'slots_changed';

/** Columns of `slots` that both orders and the office read. */
export const SlotRow = rowType({
  id: col.text,
  income_code: col.text,
  outcome_code: col.text,
  kind: col.oneOf(SLOT_KINDS),
  outcome_amount: col.nullable(col.text),
  min_outcome_amount: col.nullable(col.text),
  max_outcome_amount: col.nullable(col.text),
  premium_ppm: col.number,
  eta_minutes: col.number,
  created_at: col.timestamp,
});
export type SlotRow = RowOf<typeof SlotRow>;

export const slotColumns = sql`id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm,
  eta_minutes, created_at`;
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
  (await db.many(SlotRow, sql`select ${slotColumns} from slots where state = 'available'`)).map(slotFromRow);

export interface Pair {
  readonly incomeCode: string;
  readonly outcomeCode: string;
}

export const findSlotsOfPair = async (db: Queryable, pair: Pair): Promise<readonly Slot[]> =>
  (
    await db.many(
      SlotRow,
      sql`select ${slotColumns} from slots
        where state = 'available' and income_code = ${pair.incomeCode} and outcome_code = ${pair.outcomeCode}`,
    )
  ).map(slotFromRow);

export interface SlotReservation extends Pair {
  readonly slotId: string;
  readonly orderId: string;
  /** Amount the order pays out, in minor units. */
  readonly outcomeAmount: bigint;
}

const HeldSlotRow = rowType({ kind: col.oneOf(SLOT_KINDS), minutes: col.number });

/**
 * Reserves an available slot of this pair for the amount; undefined if none matches, for example because another order was first.
 */
export async function reserveAvailableSlot(tx: Tx, reservation: SlotReservation): Promise<TakenSlot | undefined> {
  if (!isUuid(reservation.slotId.toLowerCase())) return undefined;
  const amount = String(reservation.outcomeAmount);
  return await tx.maybe(
    HeldSlotRow,
    sql`
    update slots set state = 'held', order_id = ${reservation.orderId}
    where id = ${reservation.slotId} and state = 'available' and income_code = ${reservation.incomeCode}
    and outcome_code = ${reservation.outcomeCode}
      and coalesce(outcome_amount, ${amount}::numeric) = ${amount}::numeric
      and coalesce(min_outcome_amount, 0) <= ${amount}::numeric
      and coalesce(max_outcome_amount, ${amount}::numeric) >= ${amount}::numeric
    returning kind, eta_minutes as minutes`,
  );
}

/** Changes the state of the slot reserved by an order; returns the number of slots changed. */
export const setReservedSlotState = async (tx: Tx, orderId: string, to: 'available' | 'consumed'): Promise<number> =>
  await tx.run(sql`
    update slots set state = ${to}, order_id = case when ${to} = 'consumed' then order_id end
    where order_id = ${orderId} and state = 'held'`);

const ScaleRow = rowType({
  scale: col.number,
});

export const findScale = async (db: Queryable, code: string): Promise<number> =>
  (await db.one(ScaleRow, sql`select scale from payment_systems where code = ${code}`)).scale;
