import type { Slot } from '#core/slots/slot.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { slotColumns, SlotRow } from './store.ts';

export const OfficeSlotRow = extendRow(SlotRow, {
  state: col.oneOf(['available', 'held', 'consumed', 'withdrawn']),
  order_id: col.nullable(col.text),
  by_rule: col.bool,
});
export type OfficeSlotRow = RowOf<typeof OfficeSlotRow>;

export interface SlotFilter {
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
const columns = sql`${slotColumns}, state, order_id, rule_key is not null as by_rule`;

/** Open and held slots, newest first. */
export async function listOfficeSlots(db: Queryable, filter: SlotFilter, page: PageRequest): Promise<ListPage<OfficeSlotRow>> {
  const list = { row: OfficeSlotRow, columns, source: sql`slots`, where: condition(filter) };
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
    returning ${columns}`,
  );

/** Withdraws an available slot; undefined when the slot is in another state or absent. */
export const withdrawSlot = (tx: Tx, id: string): Promise<OfficeSlotRow | undefined> =>
  tx.maybe(
    OfficeSlotRow,
    sql`
    update slots set state = 'withdrawn' where id::text = ${id} and state = 'available'
    returning ${columns}`,
  );

const SlotIdRow = rowType({
  id: col.text,
});

export const slotExists = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe(SlotIdRow, sql`select id from slots where id::text = ${id}`)) !== undefined;
