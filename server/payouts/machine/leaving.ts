import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Order } from '#core/order/order.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { orderSubject, type PayoutPurpose } from '#core/payout.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Leaving, PayoutMark } from '#server/limits/leaving.ts';
import { lookedAt } from './looked-at.ts';

const MarkRow = z.object({ masked: z.record(z.string(), z.string()), digest: z.string(), since: z.date() });

/** Where an order's money would go: of what is sealed only its digest, which changes with it. */
async function markOf(db: Queryable, orderId: string, side: 'income' | 'outcome'): Promise<PayoutMark> {
  const row = await db.one(
    MarkRow,
    side === 'outcome'
      ? sql`select outcome_requisites_masked as masked, encode(sha256(outcome_requisites_sealed), 'hex') as digest, status_changed_at as since
          from orders where id = ${orderId}`
      : sql`select income_requisites_masked as masked, encode(sha256(income_requisites_sealed), 'hex') as digest, status_changed_at as since
          from orders where id = ${orderId}`,
  );
  return { masked: row.masked, digest: row.digest, since: row.since.getTime() };
}

/** What would leave for an order: what was ordered, or what goes back. `surplus` carries an amount of its own. */
export function leavingOf(
  deps: Pick<Deps, 'catalogue' | 'quotes' | 'secrets' | 'clock'>,
  db: Queryable,
  order: Order,
  what: { readonly purpose: PayoutPurpose; readonly surplus?: bigint },
): Leaving {
  const { purpose, surplus } = what;
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
    mark: async () => await markOf(db, order.id, side),
    looked: async () => await lookedAt(deps, db, order),
  };
}
