import { EARNING_KINDS, type EarningKind, EARNING_ACCOUNTS, type Term, TERM_KINDS } from '#core/earnings/earning.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

export interface NewTerm extends Term {
  readonly orderId: string;
  readonly holdHours: number;
  readonly programme: number | null;
  readonly at: Instant;
}

/** Inserts a term of an order, once. Disabled accounts get none. */
export const insertTerm = async (tx: Tx, term: NewTerm): Promise<number> =>
  await tx.run(sql`
    insert into earning_terms (order_id, user_id, kind, rate_ppm, hold_hours, programme, frozen_at)
    select ${term.orderId}, u.id, ${term.kind}, ${term.ratePpm}, ${term.holdHours}, ${term.programme}, ${new Date(term.at)}
    from users u where u.id = ${term.userId} and u.disabled_at is null
    on conflict (order_id, kind, user_id) do nothing`);

/** Marks an order's terms as due. Returns whether there were any. */
export const markDue = async (tx: Tx, orderId: string, at: Instant): Promise<boolean> =>
  (await tx.run(sql`
    update earning_terms set due_at = ${new Date(at)} where order_id = ${orderId} and due_at is null and taken_back_at is null`)) > 0;

/** Marks an order's terms as taken back. Returns whether there were any. */
export const markTakenBack = async (tx: Tx, orderId: string, at: Instant): Promise<boolean> =>
  (await tx.run(sql`
    update earning_terms set taken_back_at = ${new Date(at)} where order_id = ${orderId} and taken_back_at is null`)) > 0;

const TermRow = rowType({
  kind: col.oneOf(TERM_KINDS),
  user_id: col.text,
  rate_ppm: col.number,
  hold_hours: col.number,
  due_at: col.nullable(col.timestamp),
  settled_at: col.nullable(col.timestamp),
  taken_back_at: col.nullable(col.timestamp),
  reversed_at: col.nullable(col.timestamp),
});
export type TermRow = RowOf<typeof TermRow>;

/** All terms of an order, in a fixed order. */
export const findTerms = async (db: Queryable, orderId: string): Promise<TermRow[]> =>
  await db.many(
    TermRow,
    sql`
    select kind, user_id::text, rate_ppm, hold_hours, due_at, settled_at, taken_back_at, reversed_at from earning_terms
    where order_id = ${orderId} order by user_id, kind`,
  );

export const markSettled = async (tx: Tx, orderId: string, at: Instant): Promise<number> =>
  await tx.run(sql`update earning_terms set settled_at = ${new Date(at)} where order_id = ${orderId} and settled_at is null`);

export const markReversed = async (tx: Tx, orderId: string, at: Instant): Promise<number> =>
  await tx.run(sql`update earning_terms set reversed_at = ${new Date(at)} where order_id = ${orderId} and reversed_at is null`);

const IdRow = rowType({ id: col.text });

/** Orders with accruals or reversals to settle: they waited for a price or a locked balance, or their job was lost. */
export const findWaiting = async (db: Queryable, limit: number): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select id from (
        select order_id as id, due_at as at from earning_terms where due_at is not null and settled_at is null
        union all
        select order_id, taken_back_at from earning_terms where taken_back_at is not null and reversed_at is null) w
      group by id order by random() limit ${limit}`,
    )
  ).map(({ id }) => id);

const NetworkRow = rowType({ wallet: col.text, amount: col.text });

/** Network fees of an order by wallet, in minor units. */
export const findNetworkCosts = async (db: Queryable, orderId: string): Promise<RowOf<typeof NetworkRow>[]> =>
  await db.many(
    NetworkRow,
    sql`
    select e.wallet, sum(e.amount)::text as amount from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} and t.phase in ('posted', 'pending_posted') and e.account_kind = 'expense' and e.account_of = 'network'
    group by e.wallet having sum(e.amount) > 0`,
  );

const TakenBackRow = rowType({ is_taken_back: col.bool });

/** Whether money of an order was taken back after its payout: the ledger has it as a loss (expense:reversed). */
export const isMoneyTakenBack = async (db: Queryable, orderId: string): Promise<boolean> =>
  (
    await db.one(
      TakenBackRow,
      sql`
      select coalesce(sum(e.amount), 0) > 0 as is_taken_back from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
      where t.order_id = ${orderId} and t.phase = 'posted' and e.account_kind = 'expense' and e.account_of = 'reversed'`,
    )
  ).is_taken_back;

const TurnoverRow = rowType({ cents: col.text });

/** A customer's completed turnover in cents, at the prices of each completion, rounded down. */
export async function turnoverOf(db: Queryable, userId: string): Promise<bigint> {
  const { cents } = await db.one(
    TurnoverRow,
    sql`
    select coalesce(floor(sum(r.income_amount * r.income_usd) * 100), 0)::text as cents
    from orders o join order_results r on r.order_id = o.id
    where o.user_id = ${userId} and o.status = 'completed'
      and not exists (select from earning_terms t where t.order_id = o.id and t.taken_back_at is not null)`,
  );
  return BigInt(cents);
}

export interface NewEarning {
  readonly id: string;
  readonly userId: string;
  readonly kind: EarningKind;
  readonly orderId: string | null;
  readonly amount: bigint;
  readonly transferId: string;
  readonly at: Instant;
  readonly availableAt: Instant;
  readonly hold: { readonly id: string; readonly amount: bigint } | null;
  readonly note: string | null;
  readonly grantedBy: string | null;
}

/** Inserts an earning for its posting; a second one of the same order violates the unique index. */
export const insertEarning = async (tx: Tx, earning: NewEarning): Promise<number> =>
  await tx.run(sql`
    insert into earnings (id, user_id, purse, kind, order_id, amount, transfer_id, created_at, available_at, hold_id, hold_amount, note,
      granted_by)
    values (${earning.id}, ${earning.userId}, ${EARNING_ACCOUNTS[earning.kind].balance}, ${earning.kind}, ${earning.orderId},
      ${String(earning.amount)}, ${earning.transferId},
      ${new Date(earning.at)}, ${new Date(earning.availableAt)}, ${earning.hold?.id ?? null},
        ${earning.hold === null ? null : String(earning.hold.amount)},
      ${earning.note}, ${earning.grantedBy})`);

const EarningRow = rowType(
  {
    id: col.text,
    user_id: col.text,
    kind: col.oneOf(EARNING_KINDS),
    order_id: col.nullable(col.text),
    amount: col.text,
    wallet: col.computed(col.text, sql`w.id`),
    hold_id: col.nullable(col.text),
    hold_amount: col.nullable(col.text),
    reversed_at: col.nullable(col.timestamp),
  },
  'e',
);
export type EarningRow = RowOf<typeof EarningRow>;

const EARNINGS_WITH_WALLET = sql`earnings e join wallets w on w.owner_id = e.user_id and w.purse = e.purse`;

export const findEarning = async (db: Queryable, id: string): Promise<EarningRow | undefined> =>
  await db.maybe(EarningRow, sql`select ${EarningRow.list} from ${EARNINGS_WITH_WALLET} where e.id = ${id}`);

const BonusRow = rowType({ user_id: col.text, amount: col.text, note: col.nullable(col.text), reversed_at: col.nullable(col.timestamp) });

export const findBonus = async (db: Queryable, id: string): Promise<RowOf<typeof BonusRow> | undefined> =>
  await db.maybe(BonusRow, sql`select user_id::text, amount::text, note, reversed_at from earnings where id = ${id} and kind = 'bonus'`);

/** One earning, locked until the transaction ends. Required for every change. */
export const lockEarning = async (tx: Tx, id: string): Promise<EarningRow | undefined> =>
  await tx.maybe(EarningRow, sql`select ${EarningRow.list} from ${EARNINGS_WITH_WALLET} where e.id = ${id} for update of e`);

/** An order's unreversed earnings, locked. */
export const lockEarningsOf = async (tx: Tx, orderId: string): Promise<EarningRow[]> =>
  await tx.many(
    EarningRow,
    sql`select ${EarningRow.list} from ${EARNINGS_WITH_WALLET} where e.order_id = ${orderId} and e.reversed_at is null order by w.id, e.id
      for update of e`,
  );

/** Earnings whose hold is over, in random order, so that failing ones do not block the others. */
export const findMature = async (db: Queryable, now: Instant, limit: number): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`select id::text from earnings where hold_id is not null and available_at <= ${new Date(now)} order by random() limit ${limit}`,
    )
  ).map(({ id }) => id);

export const clearHold = async (tx: Tx, id: string): Promise<number> =>
  await tx.run(sql`update earnings set hold_id = null, hold_amount = null where id = ${id}`);

export interface Reversal {
  readonly transferId: string;
  readonly reason: string;
  readonly operatorId: string | null;
  readonly at: Instant;
}

export const saveReversal = async (tx: Tx, id: string, { transferId, reason, operatorId, at }: Reversal): Promise<number> =>
  await tx.run(sql`
    update earnings set hold_id = null, hold_amount = null, reversed_at = ${new Date(at)}, reversal_id = ${transferId},
      reversal_reason = ${reason}, reversed_by = ${operatorId}
    where id = ${id} and reversed_at is null`);
