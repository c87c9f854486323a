import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Slot } from '#core/slots/slot.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { slotColumns, SlotRow } from './store.ts';

export const OfficeSlotRow = z.extend(SlotRow, {
  state: z.enum(['available', 'held', 'consumed', 'withdrawn']),
  order_id: z.nullable(z.string()),
  by_rule: z.boolean(),
});
export type OfficeSlotRow = z.output<typeof OfficeSlotRow>;

/** Open and held slots, newest first. */
export const listOfficeSlots = (db: Queryable): Promise<OfficeSlotRow[]> =>
  db.many(
    OfficeSlotRow,
    sql`
    select ${slotColumns}, state, order_id, rule_key is not null as by_rule
    from slots where state in ('available', 'held') order by created_at desc, id`,
  );

export type NewSlot = Omit<Slot, 'createdAt'> & { readonly createdAt: Date };

const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

export const insertSlot = (tx: Tx, slot: NewSlot): Promise<OfficeSlotRow> =>
  tx.one(
    OfficeSlotRow,
    sql`
    insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm, eta_minutes, created_at)
    values (${slot.id}, ${slot.incomeCode}, ${slot.outcomeCode}, ${slot.kind}, ${text(slot.outcomeAmount)}, ${text(slot.minOutcomeAmount)},
      ${text(slot.maxOutcomeAmount)}, ${slot.premiumPpm}, ${slot.etaMinutes}, ${slot.createdAt})
    returning ${slotColumns}, state, order_id, rule_key is not null as by_rule`,
  );

/** Withdraws a slot that is available; undefined when it is not, or not at all. */
export const withdrawSlot = (tx: Tx, id: string): Promise<OfficeSlotRow | undefined> =>
  tx.maybe(
    OfficeSlotRow,
    sql`
    update slots set state = 'withdrawn' where id::text = ${id} and state = 'available'
    returning ${slotColumns}, state, order_id, rule_key is not null as by_rule`,
  );

const SlotIdRow = z.object({
  id: z.string(),
});

export const slotExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe(SlotIdRow, sql`select id from slots where id::text = ${id}`)) !== undefined;
