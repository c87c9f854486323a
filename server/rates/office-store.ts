import sql from 'sql-template-tag';
import type { SlotKind } from '#core/slots/slot.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

export interface OfficeSlotRow {
  readonly id: string;
  readonly income_code: string;
  readonly outcome_code: string;
  readonly kind: SlotKind;
  readonly outcome_amount: string | null;
  readonly min_outcome_amount: string | null;
  readonly max_outcome_amount: string | null;
  readonly premium_ppm: number;
  readonly eta_minutes: number;
  readonly state: 'available' | 'held' | 'consumed' | 'withdrawn';
  readonly order_id: string | null;
  readonly created_at: Date;
}

/** Open and held slots, newest first. */
export const listOfficeSlots = (db: Queryable): Promise<OfficeSlotRow[]> =>
  db.many<OfficeSlotRow>(sql`
    select id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm, eta_minutes, state, order_id, created_at
    from slots where state in ('available', 'held') order by created_at desc, id`);

export interface NewSlot {
  readonly id: string;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  readonly outcomeAmount: bigint | null;
  readonly minOutcomeAmount: bigint | null;
  readonly maxOutcomeAmount: bigint | null;
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  readonly createdAt: Date;
}

const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

export const insertSlot = (tx: Tx, slot: NewSlot): Promise<OfficeSlotRow> =>
  tx.one<OfficeSlotRow>(sql`
    insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm, eta_minutes, created_at)
    values (${slot.id}, ${slot.incomeCode}, ${slot.outcomeCode}, ${slot.kind}, ${text(slot.outcomeAmount)}, ${text(slot.minOutcomeAmount)},
      ${text(slot.maxOutcomeAmount)}, ${slot.premiumPpm}, ${slot.etaMinutes}, ${slot.createdAt})
    returning id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm, eta_minutes, state, order_id, created_at`);

/** Withdraws a slot that is available; undefined when it is not, or not at all. */
export const withdrawSlot = (tx: Tx, id: string): Promise<OfficeSlotRow | undefined> =>
  tx.maybe<OfficeSlotRow>(sql`
    update slots set state = 'withdrawn' where id::text = ${id} and state = 'available'
    returning id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm, eta_minutes, state, order_id, created_at`);

export const slotExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe<{ id: string }>(sql`select id from slots where id::text = ${id}`)) !== undefined;
