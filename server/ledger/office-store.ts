import sql from 'sql-template-tag';
import type { AccountKind } from '#core/ledger/account.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { sortedBy } from '#server/platform/db/sorted-by.ts';

type Phase = 'posted' | 'pending' | 'pending_posted' | 'pending_voided';

export interface OrderEntryRow {
  readonly id: string;
  readonly kind: string;
  readonly phase: Phase;
  readonly pending_id: string | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly created_at: Date;
  /** Null for a transfer without entries (a voided hold). */
  readonly account_kind: AccountKind | null;
  readonly account_of: string | null;
  readonly wallet: string | null;
  readonly amount: string | null;
}

/** Entries of all transfers of one order, in the order they were written. */
export const listOrderEntries = (db: Queryable, orderId: string): Promise<OrderEntryRow[]> =>
  db.many<OrderEntryRow>(sql`
    select t.id, t.kind, t.phase, t.pending_id, t.actor, t.reason, t.created_at, e.account_kind, e.account_of, e.wallet, e.amount
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} order by t.created_at, t.id, e.line`);

export interface BalanceRow {
  readonly code: string;
  readonly treasury: string;
  readonly in_transit: string;
  readonly posted: string;
  readonly held: string;
}

/** Balances of the wallet that each payment system pays from: as its accounts keep them, posted and held as promises are made from. */
export const listBalances = (db: Queryable): Promise<BalanceRow[]> =>
  db.many<BalanceRow>(sql`
    select p.code, coalesce(b.balance, 0)::text as treasury, coalesce(-o.balance, 0)::text as in_transit,
      coalesce(r.posted, 0)::text as posted, coalesce(r.held, 0)::text as held
    from payment_systems p
    left join reserves r on r.wallet = p.outcome_wallet
    left join account_balances b on b.account_kind = 'treasury' and b.account_of = p.outcome_wallet and b.wallet = p.outcome_wallet
    left join account_balances o on o.account_kind = 'transit_out' and o.account_of = p.outcome_wallet and o.wallet = p.outcome_wallet
    order by p.sort, p.code`);

export interface TreasuryRow {
  readonly id: string;
  readonly code: string;
  /** Signed change of the treasury in minor units. */
  readonly amount: string;
  /** `kind: words`, as `postTreasury` writes it. */
  readonly reason: string | null;
  readonly actor_name: string | null;
  readonly created_at: Date;
}

/** What treasurers have posted, newest first. */
export const listTreasury = (
  db: Queryable,
  page: { readonly limit: number; readonly offset: number; readonly sort?: readonly string[] | undefined },
): Promise<TreasuryRow[]> =>
  db.many<TreasuryRow>(sql`
    select t.id, e.wallet as code, e.amount, t.reason, coalesce(u.full_name, u.email) as actor_name, t.created_at
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account_kind = 'treasury'
    left join users u on u.id::text = t.actor_id
    where t.kind = 'treasury' and t.actor = 'operator'
    order by ${sortedBy(page.sort, { at: sql`t.created_at` }, sql`t.created_at desc, t.id`)} limit ${page.limit} offset ${page.offset}`);

export async function countTreasury(db: Queryable): Promise<number> {
  const row = await db.one<{ total: string }>(
    sql`select count(*)::text as total from ledger_transfers where kind = 'treasury' and actor = 'operator'`,
  );
  return Number(row.total);
}
