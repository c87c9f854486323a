import { requisiteShare, WHOLE_REQUISITE } from '#core/pool/share.ts';
import type { ReservedShare } from '#server/adapters/rails/port.ts';
import { type PoolRow, pooledOf } from './store.ts';

interface Own {
  readonly orderId: string;
  readonly requisiteId: string;
  readonly amount: bigint;
}

/** What open orders have of a pool, in thousandths of one requisite; `own` was added since the pool was read. */
export function partsOf(rows: readonly PoolRow[], own: Own): { readonly total: bigint; readonly reserved: readonly ReservedShare[] } {
  const active = rows.filter(({ state }) => state === 'active');
  const reserved = active.flatMap((row) => {
    const pooled = pooledOf(row);
    const before = row.held_orders.map((orderId, index) => ({
      orderId,
      share: requisiteShare(pooled, pooled.openOrders[index]?.amount ?? 0n),
    }));
    return row.id === own.requisiteId ? [...before, { orderId: own.orderId, share: requisiteShare(pooled, own.amount) }] : before;
  });
  return { total: WHOLE_REQUISITE * BigInt(active.length), reserved };
}
