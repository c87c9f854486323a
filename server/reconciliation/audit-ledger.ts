import { type EquationKey, EQUATIONS } from '#core/ledger/equations.ts';
import { SETTLED_STATUSES } from '#core/order/surplus.ts';
import { COUNTED_BREACHES } from '#server/figures/counted-breaches.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';

/** One breach of an equation, with both sides in `detail`. */
export interface Finding {
  readonly equation: string;
  readonly subject: string;
  readonly detail: string;
}

const FindingRow = rowType({
  subject: col.text,
  detail: col.text,
});
type FindingRow = RowOf<typeof FindingRow>;

interface Equation {
  readonly key: EquationKey;
  /** Selects the breaches as rows `subject`, `detail`. */
  readonly breaches: Sql;
}

const FINAL_STATUSES = sql`('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected')`;

/** Invariants (domain 5 "Always true", 6), recomputed from the entries. */
const CHECKS: readonly Equation[] = [
  {
    key: 'transfers_balance',
    breaches: sql`select transfer_id::text as subject, asset || ' ' || sum(amount) as detail from ledger_entries
      group by transfer_id, asset having sum(amount) <> 0`,
  },
  {
    key: 'balances_kept',
    breaches: sql`
      select coalesce(b.kind || ':' || b.of, e.kind || ':' || e.of)
        || coalesce(' of ' || nullif(coalesce(b.order_id, e.order_id), ''), '') as subject,
        'kept ' || coalesce(b.balance, 0) || ', entries ' || coalesce(e.total, 0) || ' on ' || coalesce(b.wallet, e.wallet) as detail
      from (select account_kind as kind, account_of as of, wallet, order_id, balance from account_balances) b
      full join (
        select e.account_kind as kind, e.account_of as of, e.wallet,
          case e.account_kind when 'suspense' then coalesce(t.order_id, '') else '' end as order_id, sum(e.amount) as total
        from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where t.phase in ('posted', 'pending_posted') group by 1, 2, 3, 4
      ) e on (e.kind, e.of, e.wallet, e.order_id) = (b.kind, b.of, b.wallet, b.order_id)
      where coalesce(b.balance, 0) <> coalesce(e.total, 0)`,
  },
  {
    // Referral tiers depend on it (domain 8)
    key: 'referrals_counted',
    breaches: sql`
      select coalesce(t.user_id, r.referrer_id)::text as subject, 'kept ' || coalesce(t.counted, 0) || ', counted '
        || coalesce(r.counted, 0) as detail
      from referral_totals t full join (
        select referrer_id, count(*) as counted from referrals where counted_at is not null group by 1) r on r.referrer_id = t.user_id
      where coalesce(t.counted, 0) <> coalesce(r.counted, 0)`,
  },
  { key: 'figures_counted', breaches: COUNTED_BREACHES },
  {
    key: 'reserves_posted',
    breaches: sql`
      select r.wallet as subject, 'cached ' || r.posted || ', entries ' || coalesce(e.total, 0) as detail
      from reserves r left join (
        select wallet, sum(case when account_kind in ('referral', 'reward') then -amount else amount end) as total
        from ledger_entries join ledger_transfers t on t.id = transfer_id
        where t.phase in ('posted', 'pending_posted')
        and account_kind in ('treasury', 'transit_out', 'order_in', 'suspense', 'referral', 'reward')
        group by wallet) e on e.wallet = r.wallet
      where r.posted <> coalesce(e.total, 0)`,
  },
  {
    key: 'reserves_held',
    breaches: sql`
      select r.wallet as subject, 'cached ' || r.held || ', open ' || coalesce(h.total, 0) as detail
      from reserves r left join (
        select e.wallet, sum(abs(e.amount)) as total from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where t.phase = 'pending' and e.account_kind in ('transit_out', 'referral', 'reward')
        and not exists (select 1 from ledger_transfers d where d.pending_id = t.id)
        group by e.wallet) h on h.wallet = r.wallet
      where r.held <> coalesce(h.total, 0)`,
  },
  {
    key: 'promises_covered',
    // A customer balance may be negative: withdrawn earnings can still be reversed
    breaches: sql`
      select wallet as subject, 'posted ' || posted || ', held ' || held as detail from reserves join wallets on id = wallet
      where held > 0 and held > posted and kind <> 'purse'`,
  },
  {
    key: 'orders_settled',
    breaches: sql`
      select o.id as subject, e.account_kind || ' ' || sum(e.amount) as detail
      from orders o join ledger_transfers t on t.order_id = o.id and t.phase in ('posted', 'pending_posted')
      join ledger_entries e on e.transfer_id = t.id and e.account_kind in ('order_in', 'order_out') and e.account_of = o.id
      where o.status in ${FINAL_STATUSES} group by o.id, e.account_kind having sum(e.amount) <> 0`,
  },
  {
    key: 'withdrawals_settled',
    breaches: sql`
      select w.id as subject, b.wallet || ' ' || b.balance as detail
      from withdrawals w join account_balances b on b.account_kind = 'withdrawal' and b.account_of = w.id
      where w.status in ${FINAL_STATUSES} and b.balance <> 0`,
  },
  {
    key: 'purses_withdrawn',
    breaches: sql`
      select coalesce(w.id, l.id) as subject, 'row ' || coalesce(w.total, 0) || ', ledger ' || coalesce(l.total, 0) as detail
      from (
        select id, case when status in ('payout_sent', 'payout_failed', 'completed') or (status = 'payout_pending' and held_until is null)
          then purse_amount else 0 end as total from withdrawals) w
      full join (
        select t.withdrawal_id as id, sum(x.amount) as total
        from ledger_transfers t join ledger_entries x on x.transfer_id = t.id and x.account_kind in ('referral', 'reward')
        where t.kind in ('withdrawal', 'withdrawal_undone') and t.phase in ('posted', 'pending_posted') group by 1) l on l.id = w.id
      where coalesce(w.total, 0) <> coalesce(l.total, 0)`,
  },
  {
    key: 'earnings_posted',
    breaches: sql`
      select coalesce(e.user_id, l.user_id) || ' ' || coalesce(e.purse, l.purse)
        || coalesce(' of ' || nullif(coalesce(e.order_id, l.order_id), ''), '') as subject,
        'rows ' || coalesce(e.total, 0) || ', ledger ' || coalesce(l.total, 0) as detail
      from (
        select user_id::text, purse, coalesce(order_id, '') as order_id, sum(amount) as total from earnings where reversed_at is null
          group by 1, 2, 3) e
      full join (
        select x.account_of as user_id, x.account_kind as purse, coalesce(t.order_id, '') as order_id, -sum(x.amount) as total
        from ledger_transfers t join ledger_entries x on x.transfer_id = t.id and x.account_kind in ('referral', 'reward')
        where t.kind in ('earning', 'earning_reversed') and t.phase = 'posted' group by 1, 2, 3) l
        on (l.user_id, l.purse, l.order_id) = (e.user_id, e.purse, e.order_id)
      where coalesce(e.total, 0) <> coalesce(l.total, 0)`,
  },
  {
    key: 'earnings_due',
    breaches: sql`
      select t.order_id as subject, t.kind || ' of ' || t.rate_ppm || ' ppm, order ' || o.status as detail
      from earning_terms t join orders o on o.id = t.order_id
      where (o.status = 'completed') <> (t.due_at is not null) and o.status in ${FINAL_STATUSES} and t.taken_back_at is null
      union all
      select e.order_id, 'stands though its money was taken back' from earnings e join earning_terms t on t.order_id = e.order_id
      where t.reversed_at is not null and e.reversed_at is null`,
  },
  {
    key: 'holds_told',
    breaches: sql`
      select coalesce(o.id, t.order_id, t.withdrawal_id) as subject, 'row ' || coalesce(o.hold_id::text, 'none') || ', open '
        || coalesce(t.id::text, 'none') || ', ' || coalesce(o.status, 'nobody') as detail
      from (
        select id, hold_id, status from orders where hold_id is not null
        union all select id, hold_id, status from withdrawals where hold_id is not null
        union all select id, purse_hold_id, status from withdrawals where purse_hold_id is not null
        union all select id::text, hold_id, 'accrued' from earnings where hold_id is not null) o
      full join (
        select id, order_id, withdrawal_id from ledger_transfers p
          where phase = 'pending' and not exists (select 1 from ledger_transfers d where d.pending_id = p.id)) t on t.id = o.hold_id
      where o.id is null or t.id is null or o.status in ${FINAL_STATUSES}`,
  },
  {
    key: 'payouts_single',
    breaches: sql`select coalesce(order_id, withdrawal_id) as subject, count(*)::text as detail from payouts
      where state <> 'failed' and purpose <> 'surplus' group by order_id, withdrawal_id having count(*) > 1`,
  },
  {
    key: 'payouts_of_completed',
    breaches: sql`
      select o.id as subject, count(p.id) || ' executed payouts' as detail
      from orders o left join payouts p on p.order_id = o.id and p.purpose = 'payout' and p.state = 'executed'
      and p.amount = o.outcome_amount
      where o.status = 'completed' group by o.id having count(p.id) <> 1
      union all
      select w.id, count(p.id) || ' executed payouts'
      from withdrawals w left join payouts p on p.withdrawal_id = w.id and p.state = 'executed' and p.amount = w.outcome_amount
      where w.status = 'completed' group by w.id having count(p.id) <> 1`,
  },
  {
    key: 'payouts_completed',
    breaches: sql`
      select p.order_id as subject, p.purpose || ' executed, order ' || o.status as detail from payouts p join orders o on o.id = p.order_id
      where p.state = 'executed' and p.purpose <> 'surplus' and o.status <> case p.purpose when 'payout' then 'completed'
      else 'refunded' end
      union all
      select w.id, 'payout executed, withdrawal ' || w.status from payouts p join withdrawals w on w.id = p.withdrawal_id
      where p.state = 'executed' and w.status <> 'completed'`,
  },
  {
    key: 'deposits_credited',
    breaches: sql`
      select coalesce(d.order_id, l.order_id) as subject, 'deposits ' || coalesce(d.total, 0) || ', ledger '
        || coalesce(l.total, 0) as detail
      from (select order_id, sum(posted_amount) as total from deposits where order_id is not null group by order_id) d
      full join (
        select t.order_id, sum(e.amount) as total from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.phase = 'posted' and t.kind in ('credit_received', 'late_payment', 'surplus', 'credit_corrected', 'surplus_corrected',
        'payment_reversed', 'payment_recovered') and e.account_kind = 'treasury' group by t.order_id) l on l.order_id = d.order_id
      where coalesce(d.total, 0) <> coalesce(l.total, 0)`,
  },
  {
    // - An operator's entry may add to the rail's reports and confirm them, never subtract (domain 5)
    // - Money that a rail took back under an earlier release is left to operators (migration 0070)
    // - A `payment_reverted` incident of the settlement names the loss (`lost`) and explains nothing
    key: 'final_money_booked',
    breaches: sql`
      select o.id as subject, 'final ' || d.final || ', booked ' || d.booked || ', order ' || o.status as detail
      from (
        select order_id, sum(posted_amount) as booked, bool_or(rail = 'operator') as has_word,
          coalesce(sum(case when state = 'final' then amount when state = 'seen' and was_final then posted_amount end)
            filter (where rail <> 'operator'), 0) as final
        from deposits where order_id is not null group by order_id) d
      join orders o on o.id = d.order_id
      where (d.booked < d.final and o.status = any(${SETTLED_STATUSES})) or (d.booked > d.final and not d.has_word and not exists (
        select from incidents i where i.kind = 'payment_reverted' and i.subject = o.id and i.closed_at is null and not i.detail ? 'lost'))`,
  },
  {
    key: 'orders_booked',
    breaches: sql`
      select o.id as subject, 'credited ' || o.credited_amount || ', returned ' || o.surplus_returned || ', kept ' || coalesce(s.kept, 0)
        || ', lost ' || coalesce(l.lost, 0) || ', booked ' || coalesce(d.booked, 0) as detail
      from orders o
      left join (select order_id, sum(posted_amount) as booked from deposits where order_id is not null group by order_id) d
        on d.order_id = o.id
      left join (
        select order_id, -sum(balance) as kept from account_balances where account_kind = 'suspense' and order_id <> ''
          group by order_id) s on s.order_id = o.id
      left join (
        select t.order_id, sum(e.amount) as lost from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.phase = 'posted' and t.kind in ('payment_reversed', 'payment_recovered') and e.account_kind = 'expense'
        group by t.order_id) l
        on l.order_id = o.id
      where o.credited_amount + o.surplus_returned + coalesce(s.kept, 0) - coalesce(l.lost, 0) <> coalesce(d.booked, 0)`,
  },
  {
    key: 'final_money_owned',
    breaches: sql`select external_id as subject, rail || ' ' || amount || ' ' || payment_system_code as detail from deposits
      where state = 'final' and order_id is null`,
  },
  {
    key: 'transit_paid',
    breaches: sql`
      select coalesce(t.wallet, p.wallet) as subject, 'ledger ' || coalesce(t.total, 0) || ', payouts ' || coalesce(p.total, 0) as detail
      from (
        select e.wallet, -sum(e.amount) as total from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where t.phase in ('posted', 'pending_posted') and e.account_kind = 'transit_out' group by e.wallet) t
      full join (select wallet, sum(amount) as total from payouts
        where purpose = 'payout' and state in ('claimed', 'accepted', 'unknown', 'by_hand') group by wallet) p on p.wallet = t.wallet
      where coalesce(t.total, 0) <> coalesce(p.total, 0)`,
  },
  {
    key: 'refunds_told',
    breaches: sql`
      select o.id as subject, 'credited ' || o.credited_amount || ', kept ' || o.refund_fee || ', paid back '
        || coalesce(p.amount, 0) as detail
      from orders o left join payouts p on p.order_id = o.id and p.purpose = 'refund' and p.state = 'executed'
      where (o.status = 'refunded' and p.amount is not null and p.amount <> o.credited_amount - o.refund_fee)
      or (o.refund_fee > 0 and o.refund_fee >= o.credited_amount)`,
  },
  {
    key: 'surplus_told',
    breaches: sql`
      select o.id as subject, 'row ' || o.surplus_returned || ', executed ' || coalesce(p.done, 0) || ', on its way '
        || coalesce(p.open, 0) as detail
      from orders o left join (
        select order_id, sum(amount) filter (where state = 'executed') as done,
          sum(amount) filter (where state not in ('executed', 'failed')) as open
        from payouts where purpose = 'surplus' group by order_id) p on p.order_id = o.id
      where o.surplus_returned <> coalesce(p.done, 0)
      or (p.open > 0 and p.open > o.received_amount - o.credited_amount - o.surplus_returned)`,
  },
  {
    key: 'timelines_told',
    breaches: sql`
      select o.id as subject, 'state ' || o.status || ', timeline ' || coalesce(e.to_status, 'none') as detail
      from orders o left join lateral (select to_status from order_events e where e.order_id = o.id order by version desc limit 1) e on true
      where e.to_status is distinct from o.status
      union all
      select w.id, 'state ' || w.status || ', timeline ' || coalesce(e.to_status, 'none')
      from withdrawals w left join lateral (select to_status from withdrawal_events e where e.withdrawal_id = w.id order by version desc
      limit 1) e on true
      where e.to_status is distinct from w.status`,
  },
];

/** Recomputes every equation. Returns at most 20 breaches of each; empty: all hold. */
export async function auditLedger(db: Queryable): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { key, breaches } of CHECKS) {
    const rows = await db.many(FindingRow, sql`select * from (${breaches}) b limit 20`);
    findings.push(...rows.map((row) => ({ equation: EQUATIONS[key], subject: row.subject, detail: row.detail })));
  }
  return findings;
}

/** Names of the equations, for the report of a clean audit. */
export const EQUATION_NAMES: readonly string[] = CHECKS.map(({ key }) => EQUATIONS[key]);
