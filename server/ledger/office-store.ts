import { ACCOUNT_KINDS } from '#core/ledger/account.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { type DayRange, inDays } from '#server/platform/db/day-range.ts';
import {
  afterStart,
  countUpTo,
  limitOf,
  type ListPage,
  placeOf,
  RowPlace,
  sortClause,
  sortedKeys,
  type SortKey,
  toListPage,
} from '#server/platform/db/list-page.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';

const PHASES = ['posted', 'pending', 'pending_posted', 'pending_voided'] as const;
type Phase = (typeof PHASES)[number];
const Phase = col.oneOf(PHASES);

export const OrderEntryRow = rowType({
  id: col.text,
  kind: col.text,
  phase: Phase,
  pending_id: col.nullable(col.text),
  actor: col.text,
  reason: col.nullable(col.text),
  created_at: col.timestamp,
  /** Null for a transfer without entries (a voided reservation). */
  account_kind: col.nullable(col.oneOf(ACCOUNT_KINDS)),
  account_of: col.nullable(col.text),
  wallet: col.nullable(col.text),
  amount: col.nullable(col.text),
});
export type OrderEntryRow = RowOf<typeof OrderEntryRow>;

/** Entries of all transfers of an order or withdrawal, in the order they were written. */
export const listOrderEntries = (db: Queryable, orderId: string): Promise<OrderEntryRow[]> =>
  db.many(
    OrderEntryRow,
    sql`
    select t.id, t.kind, t.phase, t.pending_id, t.actor, t.reason, t.created_at, e.account_kind, e.account_of, e.wallet, e.amount
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} or t.withdrawal_id = ${orderId} order by t.created_at, t.id, e.line`,
  );

export const BalanceRow = rowType({
  wallet: col.text,
  treasury: col.text,
  in_transit: col.text,
  posted: col.text,
  held: col.text,
});
export type BalanceRow = RowOf<typeof BalanceRow>;

/** Balances of these wallets: their ledger accounts, and the reserve's posted and held amounts. */
export const listBalances = (db: Queryable, wallets: readonly string[]): Promise<BalanceRow[]> =>
  db.many(
    BalanceRow,
    sql`
    select p.wallet, coalesce(b.balance, 0)::text as treasury, coalesce(-o.balance, 0)::text as in_transit,
      coalesce(r.posted, 0)::text as posted, coalesce(r.held, 0)::text as held
    from unnest(${[...new Set(wallets)]}::text[]) as p (wallet)
    left join reserves r on r.wallet = p.wallet
    left join account_balances b on b.account_kind = 'treasury' and b.account_of = p.wallet and b.wallet = p.wallet
    left join account_balances o on o.account_kind = 'transit_out' and o.account_of = p.wallet and o.wallet = p.wallet`,
  );

export const TreasuryRow = rowType({
  id: col.text,
  code: col.text,
  /** Signed change of the treasury in minor units. */
  amount: col.text,
  /** `<kind>: <reason>`, as `postTreasury` writes it. */
  reason: col.nullable(col.text),
  actor_name: col.nullable(col.text),
  created_at: col.timestamp,
});
export type TreasuryRow = RowOf<typeof TreasuryRow>;

const at: SortKey = { column: sql`t.created_at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...at, isDescending: true },
  { column: sql`t.id`, type: 'uuid' },
];

const PlacedTreasuryRow = extendRow(TreasuryRow, { place: RowPlace });

/** Treasury postings by operators, newest first. */
export async function listTreasury(db: Queryable, days: DayRange, page: ListPart): Promise<ListPage<TreasuryRow>> {
  const part = { ...page, keys: sortedKeys(page.sort, { at }, NEWEST_FIRST) };
  const rows = await db.many(
    PlacedTreasuryRow,
    sql`
    select t.id, e.wallet as code, e.amount, t.reason, coalesce(u.full_name, u.email) as actor_name, t.created_at,
      ${placeOf(part.keys)} as place
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account_kind = 'treasury'
    left join users u on u.id::text = t.actor_id
    where t.kind = 'treasury' and t.actor = 'operator' and ${inDays(at.column, days)} and ${afterStart(part)}
    order by ${sortClause(part)} ${limitOf(part)}`,
  );
  return toListPage(rows, part);
}

export const countTreasury = (db: Queryable, days: DayRange, max: number): Promise<number> =>
  countUpTo(db, sql`from ledger_transfers t where t.kind = 'treasury' and t.actor = 'operator' and ${inDays(at.column, days)}`, max);
