import * as z from 'zod/mini';
import { formatAmount } from '#core/money/amount.ts';
import type { Oddity } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const ExistsRow = rowType({ found: col.bool });
const OrderRow = rowType({ income_code: col.text });
const OpenRow = rowType({ detail: col.json(z.record(z.string(), z.unknown())) });

interface AmountDetail {
  readonly amount?: string;
  readonly currency_iso_code?: string;
}

/** The amount, formatted for the incident. */
async function amountOf({ catalogue }: Pick<Deps, 'catalogue'>, tx: Tx, { amount, orderId }: Oddity): Promise<AmountDetail> {
  if (amount === undefined) return {};
  const order = await tx.maybe(OrderRow, sql`select income_code from orders where id = ${orderId}`);
  const system = order && catalogue.paymentSystem(order.income_code);
  return system === undefined ? {} : { amount: formatAmount(amount, system.scale), currency_iso_code: system.currency };
}

/** Whether an incident has already reported this finding with this amount. Rails repeat their reports. */
const wasReported = async (tx: Tx, { kind, subject, orderId }: Oddity, { amount = null }: { amount?: string | null }): Promise<boolean> =>
  (
    await tx.one(
      ExistsRow,
      sql`
      select exists (
        select from incidents, jsonb_array_elements(coalesce(detail->'also', '[]') || jsonb_build_array(detail)) finding
        where kind = 'payment_odd' and subject = ${orderId} and finding->>'payment' = ${subject}
          and finding->>'oddity' = ${kind} and finding->>'amount' is not distinct from ${amount}) as found`,
    )
  ).found;

/**
 * Earlier findings of the order's open incident. An order has one open incident with all findings, and closing it covers them
 * all, since only the incident blocks the payout.
 */
async function openDetails(tx: Tx, orderId: string): Promise<{ readonly also?: readonly unknown[] }> {
  const incident = await tx.maybe(
    OpenRow,
    sql`select detail from incidents where kind = 'payment_odd' and subject = ${orderId} and closed_at is null for update`,
  );
  if (incident === undefined) return {};
  const { also, ...last } = incident.detail;
  return { also: [...(Array.isArray(also) ? also : []), last] };
}

/**
 * Whether refunds by operators cover at least this amount, which explains the rail's report. Compares totals of all payments, since one
 * manual return may cover several. Without an amount nothing is explained.
 */
const isExplainedByOurReturns = async (tx: Tx, { kind, orderId, rail, orderTotal }: Oddity): Promise<boolean> =>
  kind === 'given_back' &&
  orderTotal !== undefined &&
  (
    await tx.one(
      ExistsRow,
      sql`
      select count(*) > 0 and sum(amount) >= ${String(orderTotal)}::numeric as found from payouts where order_id = ${orderId}
        and purpose in ('refund', 'surplus') and rail <> ${rail} and state in ('by_hand', 'executed')`,
    )
  ).found;

/** Raises an incident, once, for money that does not match what it should pay. The money is not credited. */
export async function reportOddity(
  deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live' | 'catalogue'>,
  oddity: Oddity,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    // Serialises findings of one order, so that simultaneous ones are both kept
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`odd ${oddity.orderId}`}, 11))`);
    const amountDetail = await amountOf(deps, tx, oddity);
    if ((await isExplainedByOurReturns(tx, oddity)) || (await wasReported(tx, oddity, amountDetail))) return;
    const { rail, kind, subject, orderId } = oddity;
    const detail = { rail, payment: subject, oddity: kind, ...amountDetail, ...(await openDetails(tx, orderId)) };
    await raiseIncident(deps, tx, { kind: 'payment_odd', subject: orderId, detail });
  });
}
