import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Order } from '#core/order/order.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { orderSubject, type PayoutPurpose } from '#core/payout/payout.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { PendingPayout, PayoutDestination } from '#server/limits/pending-payout.ts';
import { reviewReasons } from './review-reasons.ts';

const MarkRow = rowType({ masked: col.json(z.record(z.string(), z.string())), digest: col.text, since: col.timestamp });

/** Destination of an order's payout or refund: masked, and a digest of the sealed value that changes with it. */
async function markOf(db: Queryable, orderId: string, side: 'income' | 'outcome'): Promise<PayoutDestination> {
  const row = await db.one(
    MarkRow,
    side === 'outcome'
      ? sql`select outcome_requisites_masked as masked, encode(sha256(outcome_requisites_sealed), 'hex') as digest,
        status_changed_at as since
          from orders where id = ${orderId}`
      : sql`select income_requisites_masked as masked, encode(sha256(income_requisites_sealed), 'hex') as digest, status_changed_at as since
          from orders where id = ${orderId}`,
  );
  return { masked: row.masked, digest: row.digest, since: row.since.getTime() };
}

/** The outgoing payment of an order: its payout, its refund, or a surplus of the given amount. */
export function outgoingOf(
  deps: Pick<Deps, 'catalogue' | 'quotes' | 'secrets' | 'clock'>,
  db: Queryable,
  order: Order,
  payment: { readonly purpose: PayoutPurpose; readonly surplus?: bigint },
): PendingPayout {
  const { purpose, surplus } = payment;
  const side = purpose === 'payout' ? 'outcome' : 'income';
  const { code, rail } = orderSides(deps.catalogue, order)[side];
  const wallet = purpose === 'payout' ? order.outcomeWallet : order.incomeWallet;
  const amount = purpose === 'payout' ? order.outcomeAmount : (surplus ?? refundOf(order));
  return {
    subject: orderSubject(order.id),
    purpose,
    code,
    rail,
    wallet,
    amount,
    destination: async () => await markOf(db, order.id, side),
    extraReasons: async () => await reviewReasons(deps, db, order),
  };
}
