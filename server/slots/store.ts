import { type Slot, SLOT_KINDS, type TakenSlot } from '#core/slots/slot.ts';
import { isUuid } from '#core/text/uuid.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

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

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

export const slotFromRow = (row: SlotRow): Slot => ({
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
  (await db.many(SlotRow, sql`select ${SlotRow.list} from slots where state = 'available'`)).map(slotFromRow);

export interface Pair {
  readonly incomeCode: string;
  readonly outcomeCode: string;
}

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

export const OfficeSlotRow = extendRow(SlotRow, {
  state: col.oneOf(['available', 'held', 'consumed', 'withdrawn']),
  order_id: col.nullable(col.text),
  by_rule: col.computed(col.bool, sql`rule_key is not null`),
});
export type OfficeSlotRow = RowOf<typeof OfficeSlotRow>;

interface SlotFilter {
  readonly q: string | undefined;
  readonly kind: Slot['kind'] | undefined;
  readonly state: 'available' | 'held' | undefined;
  readonly byRule: boolean | undefined;
}

function condition({ q, kind, state, byRule }: SlotFilter): Sql {
  const byState = state === undefined ? sql`state in ('available', 'held')` : sql`state = ${state}`;
  const byKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const byMaker = byRule === undefined ? sql`true` : sql`(rule_key is not null) = ${byRule}`;
  const byPair = q === undefined ? sql`true` : sql`strpos(income_code || '>' || outcome_code, upper(${q})) > 0`;
  return sql`${byState} and ${byKind} and ${byMaker} and ${byPair}`;
}

const createdAt: SortKey = { column: sql`created_at`, type: 'timestamptz' };
const SORTABLE = {
  created_at: createdAt,
  eta_minutes: { column: sql`eta_minutes`, type: 'numeric' },
  premium_ppm: { column: sql`premium_ppm`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
const NEWEST_FIRST: readonly SortKey[] = [
  { ...createdAt, isDescending: true },
  { column: sql`id`, type: 'uuid' },
];

/** Open and held slots, newest first. */
export async function listOfficeSlots(db: Queryable, filter: SlotFilter, page: PageRequest): Promise<ListPage<OfficeSlotRow>> {
  const list = { row: OfficeSlotRow, source: sql`slots`, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) });
}

export const countOfficeSlots = (db: Queryable, filter: SlotFilter, max: number): Promise<number> =>
  countUpTo(db, sql`from slots where ${condition(filter)}`, max);

export type NewSlot = Omit<Slot, 'createdAt'> & { readonly createdAt: Date };

const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

export const insertSlot = (tx: Tx, slot: NewSlot): Promise<OfficeSlotRow> =>
  tx.one(
    OfficeSlotRow,
    sql`
    insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, premium_ppm,
      eta_minutes, created_at)
    values (${slot.id}, ${slot.incomeCode}, ${slot.outcomeCode}, ${slot.kind}, ${text(slot.outcomeAmount)}, ${text(slot.minOutcomeAmount)},
      ${text(slot.maxOutcomeAmount)}, ${slot.premiumPpm}, ${slot.etaMinutes}, ${slot.createdAt})
    returning ${OfficeSlotRow.list}`,
  );

/** Withdraws an available slot; undefined when the slot is in another state or absent. */
export const withdrawSlot = (tx: Tx, id: string): Promise<OfficeSlotRow | undefined> =>
  tx.maybe(
    OfficeSlotRow,
    sql`
    update slots set state = 'withdrawn' where id::text = ${id} and state = 'available'
    returning ${OfficeSlotRow.list}`,
  );

const SlotIdRow = rowType({
  id: col.text,
});

export const slotExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe(SlotIdRow, sql`select id from slots where id::text = ${id}`)) !== undefined;
