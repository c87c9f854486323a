import type { Instant } from '#core/time.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

export interface CountedLine {
  readonly wallet: string;
  readonly paymentSystem: string;
  readonly currency: string;
  readonly scale: number;
  /** Minor units. */
  readonly ledger: bigint;
  readonly counted: bigint;
  readonly approvalId: string | null;
}

export interface ClosedShift {
  readonly id: string;
  readonly closedAt: Instant;
  readonly closedBy: string;
  readonly note: string;
  readonly uncounted: number;
  readonly lines: readonly CountedLine[];
}

export async function insertShift(tx: Tx, shift: ClosedShift): Promise<void> {
  await tx.run(sql`
    insert into shifts (id, closed_at, closed_by, note, uncounted)
    values (${shift.id}, ${new Date(shift.closedAt)}, ${shift.closedBy}, ${shift.note}, ${shift.uncounted})`);
  for (const line of shift.lines)
    await tx.run(sql`
      insert into shift_lines (shift_id, wallet, payment_system, currency, scale, ledger, counted, approval_id)
      values (${shift.id}, ${line.wallet}, ${line.paymentSystem}, ${line.currency}, ${line.scale}, ${String(line.ledger)}::numeric,
        ${String(line.counted)}::numeric, ${line.approvalId})`);
}

const ShiftRow = rowType({ id: col.text, closed_at: col.timestamp, closed_by_name: col.text, note: col.text, uncounted: col.number });
export type ShiftRow = RowOf<typeof ShiftRow>;
const closedAt: SortKey = { column: sql`s.closed_at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...closedAt, isDescending: true },
  { column: sql`s.id`, type: 'uuid' },
];
const columns = sql`
  s.id, s.closed_at, ${nameOf(sql`s.closed_by`)} as closed_by_name, s.note, s.uncounted`;
const source = sql`shifts s`;

export async function listShifts(db: Queryable, page: PageRequest): Promise<ListPage<ShiftRow>> {
  const list = { row: ShiftRow, columns, source, where: sql`true` };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, { closed_at: closedAt }, NEWEST_FIRST) });
}

export const countShifts = (db: Queryable, max: number): Promise<number> => countUpTo(db, sql`from shifts`, max);

/** The newest shifts, for the CSV. */
export const newestShifts = async (db: Queryable, limit: number): Promise<readonly ShiftRow[]> =>
  await db.many(ShiftRow, sql`select ${columns} from ${source} order by s.closed_at desc, s.id limit ${limit}`);

export const findShift = async (db: Queryable, id: string): Promise<ShiftRow> =>
  await db.one(ShiftRow, sql`select ${columns} from ${source} where s.id = ${id}`);

const ShiftLineRow = rowType({
  shift_id: col.text,
  wallet: col.text,
  payment_system: col.text,
  currency: col.text,
  scale: col.number,
  ledger: col.text,
  counted: col.text,
  approval_id: col.nullable(col.text),
});
export type ShiftLineRow = RowOf<typeof ShiftLineRow>;

export const linesOf = async (db: Queryable, shifts: readonly string[]): Promise<readonly ShiftLineRow[]> =>
  await db.many(
    ShiftLineRow,
    sql`
    select shift_id, wallet, payment_system, currency, scale, ledger::text, counted::text, approval_id from shift_lines
    where shift_id = any(${shifts}::uuid[]) order by wallet`,
  );
