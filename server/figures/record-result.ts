import { exchangeResult } from '#core/figures/figures.ts';
import { pow10 } from '#core/money/decimals.ts';
import { divide, type Fraction, fraction, toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { firstPromiseAt } from '#server/payout-tasks/promised-time.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';

/** More digits than any price has. */
const DIGITS = 18;
const ROUBLES = 'RUB';
/** Customer balances are in US cents. */
const CENT_USD = '0.01';

const perMinorUnit = (usd: Fraction | undefined, scale: number): string | null =>
  usd === undefined ? null : toSignificant(divide(usd, fraction(pow10(scale), 1n)), DIGITS);

/** Amounts and prices of an ended order. A refund earns only the fee withheld from it. */
function resultOf({ catalogue, quotes }: MoveDeps, order: Order) {
  const { income, outcome } = orderSides(catalogue, order);
  const isExchanged = order.status === 'completed';
  const amounts = {
    incomeAmount: isExchanged ? order.creditedAmount : 0n,
    outcomeAmount: isExchanged ? order.outcomeAmount : 0n,
  };
  const { referenceRate: reference, fees } = order.quote;
  const scales = { incomeScale: income.scale, outcomeScale: outcome.scale };
  return {
    ...amounts,
    ...exchangeResult({ ...amounts, ...scales, reference, fees: isExchanged ? fees : [] }),
    incomeUsd: perMinorUnit(quotes.usdOf(order.incomeCode), income.scale),
    outcomeUsd: perMinorUnit(quotes.usdOf(order.outcomeCode), outcome.scale),
    rubUsd: perMinorUnit(quotes.snapshot()?.prices.get(ROUBLES), 0),
  };
}

/** Recomputes an order's costs from the ledger, at the prices of its end. */
const refreshCosts = async (tx: Tx, orderId: string): Promise<number> =>
  await tx.run(sql`
    update order_results r set
      kept_usd = -1 * c.kept, network_usd = c.network, referral_usd = c.referral, losses_usd = c.losses
    from (
      select
        coalesce(sum(worth) filter (where account_kind = 'income'), 0) as kept,
        coalesce(sum(worth) filter (where account_kind = 'expense' and account_of = 'network'), 0) as network,
        coalesce(sum(worth) filter (where account_kind = 'expense' and account_of in ('referral', 'reward', 'partner')), 0) as referral,
        coalesce(sum(worth) filter (where account_kind = 'expense' and account_of not in ('network', 'referral', 'reward', 'partner')),
          0) as losses
      from (
        select e.account_kind, e.account_of, e.amount * case
          when e.wallet = o.outcome_wallet then o.outcome_usd when w.kind = 'purse' then ${CENT_USD}::numeric else o.income_usd end as worth
        from ledger_transfers t
        join ledger_entries e on e.transfer_id = t.id and e.account_kind in ('income', 'expense')
        join order_results o on o.order_id = t.order_id
        join wallets w on w.id = e.wallet
        where t.order_id = ${orderId} and t.phase in ('posted', 'pending_posted')) lines
    ) c
    where r.order_id = ${orderId} and r.income_usd is not null and r.outcome_usd is not null`);

async function recordResult(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  const result = resultOf(deps, order);
  await tx.run(sql`
    insert into order_results (order_id, ended_at, outcome, income_code, outcome_code, income_wallet, outcome_wallet, income_amount,
      outcome_amount, fees, spread, income_usd, outcome_usd, rub_usd, pay_seconds, confirm_seconds, payout_seconds,
      promised_at)
    select ${order.id}, ended, ${order.status}, ${order.incomeCode}, ${order.outcomeCode}, ${order.incomeWallet}, ${order.outcomeWallet},
      ${String(result.incomeAmount)}::numeric, ${String(result.outcomeAmount)}::numeric, ${String(result.fees)}::numeric,
      ${String(result.spread)}::numeric, ${result.incomeUsd}::numeric, ${result.outcomeUsd}::numeric, ${result.rubUsd}::numeric,
      extract(epoch from seen - created), extract(epoch from paid - seen), extract(epoch from ended - paid),
      (select ${firstPromiseAt(sql`o`)} from orders o where o.id = ${order.id} and o.status = 'completed')
    from (
      select ${new Date(order.statusChangedAt)}::timestamptz as ended, ${new Date(order.createdAt)}::timestamptz as created,
        min(at) filter (where to_status in ('payment_detected', 'paid')) as seen, max(at) filter (where to_status = 'paid') as paid
      from order_events where order_id = ${order.id}) steps
    on conflict (order_id) do nothing`);
  await refreshCosts(tx, order.id);
}

const hasResult = ({ status }: Order): boolean => status === 'completed' || status === 'refunded';

/** Records the result of an order when it ends, and its costs again when more are posted. */
export const RECORD_RESULT: Reaction = {
  name: 'record_result',
  phase: 'figures',
  mayFail: true,
  onMoved: async (deps, tx, { after }) => {
    if (hasResult(after)) await recordResult(deps, tx, after);
  },
  onTouched: async (_deps, tx, { after }) => {
    if (hasResult(after)) await refreshCosts(tx, after.id);
  },
};
